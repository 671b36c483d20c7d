import { cweLabel } from './cwe.ts';
import type { CweFit, Weakness } from './weakness.ts';
import type { Framework, FrameworkId } from './framework.ts';
import { FRAMEWORKS, MAPPING_VERSION } from './frameworks.ts';
import { referencesTo } from './references.ts';
import { isIssue, type Result, type ResultSeverity } from './result.ts';
import { outOfScope, type Scope } from './scope.ts';
import { weaknessNamed } from './weaknesses.ts';

/** There is no "pass": absence of a finding never meets a requirement. */
export const ROW_STATES = ['issues observed', 'no issue observed', 'not assessed', 'not applicable'] as const;
export type RowState = (typeof ROW_STATES)[number];

export interface RowCheck {
  id: string;
  title: string;
  status: Result['status'];
  use: 'gap' | 'supporting' | 'context';
  basis: string;
}

export interface AssessmentRow {
  control: string;
  title: string;
  /** What part of the control was looked at, or why none was. */
  scope: string;
  state: RowState;
  checks_run: number;
  issues: number;
  checks: RowCheck[];
}

export interface FrameworkAssessment {
  framework: Omit<Framework, 'controls'>;
  rows: AssessmentRow[];
}

export interface Finding extends Result {
  cwe: { id: number; label: string; fit: CweFit } | null;
  /** Controls by framework, as printed beside the finding. */
  controls: Record<FrameworkId, string[]>;
  confidence: 'high' | 'medium' | 'low';
  mapping_note: string | null;
}

export interface Assessment {
  mapping_version: string;
  checks_total: number;
  checks_run: number;
  checks_not_assessed: number;
  issues: number;
  findings: Finding[];
  frameworks: FrameworkAssessment[];
  remediation: { severity: ResultSeverity; findings: Finding[] }[];
}

/** Pure: the same results and declarations give the same assessment. */
export function assess(results: readonly Result[], scope: Scope = {}): Assessment {
  const findings = results.filter(isIssue).map(finding).toSorted(byWeight);
  const run = results.filter((result) => result.status !== 'unknown').length;
  return {
    mapping_version: MAPPING_VERSION,
    checks_total: results.length,
    checks_run: run,
    checks_not_assessed: results.length - run,
    issues: findings.length,
    findings,
    frameworks: FRAMEWORKS.map((framework) => assessFramework(framework, results, scope)),
    remediation: (['critical', 'important', 'minor'] as const).map((severity) => ({
      severity,
      findings: findings.filter((entry) => entry.severity === severity),
    })),
  };
}

function assessFramework(framework: Framework, results: readonly Result[], scope: Scope): FrameworkAssessment {
  const byControl = new Map<string, RowCheck[]>();
  for (const result of results) {
    for (const { control, use, basis } of controlsFor(framework.id, result)) {
      const list = byControl.get(control) ?? [];
      const { id, title, status } = result;
      list.push({ id, title, status, use: result.nothing_to_check ? 'context' : use, basis });
      byControl.set(control, list);
    }
  }
  const { controls, ...header } = framework;
  const notApplicable = outOfScope(framework.id, scope);
  const rows = Object.entries(controls).map(([control, { title, reach, scope: seen }]): AssessmentRow => {
    const checks = byControl.get(control) ?? [];
    const deciding = checks.filter((check) => check.use !== 'context' && check.status !== 'unknown');
    const issues = deciding.filter((check) => check.status !== 'good').length;
    const base = { control, title, scope: seen, checks, checks_run: deciding.length, issues };
    if (notApplicable) return { ...base, scope: 'declared out of scope', state: 'not applicable' };
    if (reach === 'none' || deciding.length === 0) return { ...base, checks_run: 0, issues: 0, state: 'not assessed' };
    return { ...base, state: issues > 0 ? 'issues observed' : 'no issue observed' };
  });
  return { framework: header, rows };
}

/** An issue points at the controls of what went wrong; a clean check at those of everything it looked for. */
function controlsFor(framework: FrameworkId, result: Result) {
  const seen = new Map<string, ReturnType<typeof referencesTo>[number]>();
  for (const weakness of weaknessesIn(result)) {
    for (const reference of referencesTo(framework, weakness)) {
      if (!seen.has(reference.control)) seen.set(reference.control, reference);
    }
  }
  return seen.values();
}

function weaknessesIn(result: Result): Weakness[] {
  return result.weaknesses.flatMap((name) => weaknessNamed(name) ?? []);
}

function finding(result: Result): Finding {
  const weakness = weaknessesIn(result)[0] ?? null;
  const controls = Object.fromEntries(
    FRAMEWORKS.map(({ id }) => [
      id,
      weakness === null ? [] : referencesTo(id, weakness).map((reference) => reference.control),
    ]),
  ) as Record<FrameworkId, string[]>;
  const cwe = weakness?.cwe ?? null;
  return {
    ...result,
    cwe: cwe === null ? null : { ...cwe, label: cweLabel(cwe.id) },
    controls,
    confidence: weakness?.confidence ?? 'low',
    mapping_note: weakness?.note ?? null,
  };
}

const WEIGHT = { critical: 0, important: 1, minor: 2 };

function byWeight(a: Finding, b: Finding): number {
  return WEIGHT[a.severity] - WEIGHT[b.severity] || b.deduction - a.deduction || a.id.localeCompare(b.id, 'en');
}
