import type { Result } from '@palisade/report/findings';
import type { Assessment } from '@palisade/compliance/assess';

/** The references printed below a finding of the remediation plan. */
export function referencesLine(assessment: Assessment, result: Result): string {
  const finding = assessment.findings.find(({ id, title }) => id === result.id && title === result.title);
  if (finding === undefined) return 'None of the assessed frameworks covers this.';
  const parts = [
    finding.cwe === null ? 'No CWE fits' : `${finding.cwe.label} (${finding.cwe.fit})`,
    ...assessment.frameworks.map(({ framework }) =>
      named(`${framework.name} ${framework.edition}`, finding.controls[framework.id] ?? []),
    ),
  ].filter((part) => part !== '');
  const note = finding.mapping_note === null ? '' : ` ${finding.mapping_note}`;
  return `${parts.join('  ·  ')}.${note}`;
}

/** Category in the 2025 edition / in the 2021 edition. */
export function owaspCategories(controls: Assessment['findings'][number]['controls']): string {
  const category = (id: string) => controls[id]?.join(', ') || '–';
  return `${category('owasp-top10-2025')} / ${category('owasp-top10-2021')}`;
}

function named(framework: string, controls: readonly string[]): string {
  return controls.length === 0 ? '' : `${framework} ${controls.join(', ')}`;
}
