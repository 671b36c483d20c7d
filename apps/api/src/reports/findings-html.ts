import type { Assessment, FrameworkAssessment } from '@palisade/compliance/assess';
import { stateLabel } from '@palisade/compliance/wording';
import { EFFORTS } from '@palisade/report/action-kinds';
import { actionsOf, type Action } from '@palisade/report/actions';
import { findingsOf, type AnyColumn, type Result } from '@palisade/report/findings';
import { SNIPPET_NAMES } from '@palisade/report/snippet-order';
import type { ScanReport } from '@palisade/report/report';

export type Printable = AnyColumn & Pick<ScanReport, 'url' | 'scanned_at' | 'grade' | 'score' | 'score_caps'>;

/**
 * The findings as one plain page to open or paste into a word processor: headings, tables with borders and
 * preformatted text, no style sheet that would be lost on the way.
 */
export function findingsHtml(report: Printable, assessment: Assessment | null = null): string {
  const findings = findingsOf(report);
  const host = text(new URL(report.url).host);
  const actions = actionsOf(report);
  const found = new Map(assessment?.findings.map((finding) => [finding.id, finding]));
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Findings of ${host}</title></head><body>`,
    `<h1>Findings of ${host}</h1>`,
    `<p>Scanned on ${text(report.scanned_at)} (UTC): grade ${text(report.grade)}, ${report.score} of 100. ${findings.length} findings.</p>`,
    ...(actions.length === 0 ? [] : ['<h2>Actions</h2>', actionTable(actions, findings)]),
    '<h2>Findings</h2>',
    ...findings.map((finding, index) => section(index + 1, finding, found.get(finding.id)?.cwe?.label ?? null)),
    ...actions.flatMap(pasted),
    ...(assessment?.frameworks.map((assessed) => controls(assessed, findings)) ?? []),
    '</body></html>\n',
  ].join('\n');
}

function section(number: number, finding: Result, cwe: string | null): string {
  const { title, severity, deduction, id, explanation, note, evidence, fix } = finding;
  return [
    `<h3>${number}. ${text(title)}</h3>`,
    `<p>Severity: ${text(severity)}. Points: ${deduction}. Check: ${text(id)}.${cwe === null ? '' : ` ${text(cwe)}.`}</p>`,
    `<p>${text(explanation)}</p>`,
    ...(note === null ? [] : [`<p>${text(note)}</p>`]),
    ...(evidence.length === 0 ? [] : ['<p>Observed:</p>', pre(evidence.join('\n'))]),
    ...(fix === null ? [] : ['<p>Fix:</p>', pre(fix)]),
  ].join('\n');
}

function actionTable(actions: readonly Action[], findings: readonly Result[]): string {
  const numbers = (own: readonly Result[]) => own.map(({ id }) => findings.findIndex((one) => one.id === id) + 1);
  return table(
    ['Action', 'Where', 'Findings', 'Severity', 'Effort', 'Score then', 'Owner', 'Due'],
    actions.map((action) => [
      action.title,
      action.where,
      numbers(action.findings).join(', '),
      action.severity,
      EFFORTS[action.effort],
      `${action.score_after} of 100`,
      '',
      '',
    ]),
  );
}

/** For the server that fits the site, or the first of the usual ones. */
function pasted({ title, blocks: [block] }: Action): string[] {
  return block ? [`<h3>${text(title)}: ${text(SNIPPET_NAMES[block.server])}</h3>`, pre(block.text)] : [];
}

function controls({ framework, rows }: FrameworkAssessment, findings: readonly Result[]): string {
  const numberOf = (id: string) => findings.findIndex((one) => one.id === id) + 1;
  const behind = rows.map(({ control, title, scope, checks, ...row }) => [
    control,
    `${title}: ${scope}`,
    stateLabel(row),
    checks.flatMap(({ id }) => (numberOf(id) > 0 ? [numberOf(id)] : [])).join(', '),
  ]);
  return [
    `<h2>${text(`${framework.name} ${framework.edition}`)}</h2>`,
    table(['Control', 'Subject and what was checked', 'Result', 'Findings'], behind),
    `<p>${text(framework.statement)} ${text(framework.outside)}</p>`,
  ].join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (tag: string, cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${text(cell)}</${tag}>`).join('')}</tr>`;
  return `<table border="1" cellpadding="4"><thead>${line('th', head)}</thead><tbody>${rows.map((cells) => line('td', cells)).join('\n')}</tbody></table>`;
}

function pre(content: string): string {
  return `<pre style="white-space: pre-wrap">${text(content)}</pre>`;
}

// oxlint-disable-next-line no-control-regex -- what no document may hold
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/gu;

/** What a scanned site sent is text here, whatever it holds; what would turn it around is left visible as its code point. */
function text(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(CONTROL, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`);
}
