import { CONDITIONS, groundOf, NOTHING_OBSERVED, type Condition, type Observed } from './condition.ts';
import { cweLabel } from './cwe.ts';
import type { Framework, Use } from './framework.ts';
import { FRAMEWORKS, MAPPING_VERSION } from './frameworks.ts';
import { isIssue, type Result, type ResultSeverity } from './result.ts';
import { rowState, type RowState } from './row-state.ts';
import type { Scope } from './scope.ts';
import type { CweFit } from './weakness.ts';
import { SUBJECTS } from './subjects.ts';
import { weaknessNamed, type WeaknessName } from './weaknesses.ts';

/** One check behind a row, and what it can say there. */
export interface RowCheck {
  id: string;
  /** Of the outcome. */
  title: string;
  status: Result['status'];
  nothing_to_check: boolean;
  /** Found something that costs no points: speaks neither clearly for the control nor against it. */
  remark: boolean;
  use: Use;
  basis: string;
  /** "if users log in here"; null where there is none. */
  condition: string | null;
  /** Whether the condition of the reference holds: null when nothing tells. True where there is no condition. */
  applies: boolean | null;
  /** What decided the condition: a field on the page, or the owner's declaration. */
  because: string | null;
}

export interface AssessmentRow {
  control: string;
  title: string;
  /** What part of the control was checked, or why none was. */
  scope: string;
  state: RowState;
  /** Checks that could speak for or against the control and were made. */
  checks_run: number;
  issues: number;
  /** Why a row is not applicable, or on which unknown conditions its issues, or all of its checks, depend. */
  reason: string | null;
  checks: RowCheck[];
}

export interface FrameworkAssessment {
  framework: Omit<Framework, 'controls' | 'weaknesses' | 'notApplicable'>;
  rows: AssessmentRow[];
}

export interface Finding extends Result {
  cwe: { id: number; label: string; fit: CweFit } | null;
  /** Controls by framework id, as printed next to the finding: without those declared not to apply. */
  controls: Record<string, string[]>;
  confidence: 'high' | 'medium' | 'low';
  mapping_note: string | null;
}

export interface Assessment {
  mapping_version: string;
  scope: Scope;
  observed: Observed;
  checks_total: number;
  checks_run: number;
  checks_not_assessed: number;
  issues: number;
  findings: Finding[];
  frameworks: FrameworkAssessment[];
  remediation: { severity: ResultSeverity; findings: Finding[] }[];
}

export interface AssessmentOptions {
  scope?: Scope;
  observed?: Observed;
  frameworks?: readonly Framework[];
}

/** Pure: the same results and declarations give the same assessment. */
export function assess(results: readonly Result[], options: AssessmentOptions = {}): Assessment {
  const { scope = {}, observed = NOTHING_OBSERVED, frameworks = FRAMEWORKS } = options;
  const findings = results
    .filter(isIssue)
    .map((result) => finding(result, frameworks, scope, observed))
    .toSorted(byWeight);
  const run = results.filter((result) => result.status !== 'unknown').length;
  return {
    mapping_version: MAPPING_VERSION,
    scope,
    observed,
    checks_total: results.length,
    checks_run: run,
    checks_not_assessed: results.length - run,
    issues: findings.length,
    findings,
    frameworks: frameworks.map((framework) => assessFramework(framework, results, scope, observed)),
    remediation: (['critical', 'important', 'minor'] as const).map((severity) => ({
      severity,
      findings: findings.filter((entry) => entry.severity === severity),
    })),
  };
}

function assessFramework(
  framework: Framework,
  results: readonly Result[],
  scope: Scope,
  observed: Observed,
): FrameworkAssessment {
  const byControl = new Map<string, RowCheck[]>();
  for (const result of results) {
    const named = references(framework, result, scope, observed);
    const related = ofTheSubject(framework, result).filter(({ control }) => !named.has(control));
    for (const { control, check } of [...named.values(), ...related]) {
      // Next to "not assessed", a check in order would read as comfort.
      if (framework.controls[control]?.reach === 'none' && !isIssue(result) && !result.remark) continue;
      const list = byControl.get(control) ?? [];
      list.push(check);
      byControl.set(control, list);
    }
  }
  const { controls, weaknesses: _weaknesses, notApplicable, ...header } = framework;
  const outOfScope = notApplicable?.(scope, observed) ?? null;
  const rows = Object.entries(controls).map(([control, { title, reach, scope: seen }]): AssessmentRow => {
    const checks = byControl.get(control) ?? [];
    const { state, reason } = rowState({ checks, reach, outOfScope });
    const counted = state === 'not assessed' || state === 'not applicable' ? [] : checks.filter(speaks);
    return {
      control,
      title,
      scope: seen,
      state,
      checks_run: counted.filter(({ status }) => status !== 'unknown').length,
      issues: counted.filter(isIssue).length,
      reason,
      checks,
    };
  });
  return { framework: header, rows };
}

/** Whether a check counts in its row: background does not, and neither does what is declared not to apply. */
export function speaks({ use, applies }: Pick<RowCheck, 'use' | 'applies'>): boolean {
  return use !== 'context' && applies !== false;
}

/**
 * A result points at the controls of everything it looked for. An issue decides only those of what went wrong;
 * behind the others it is background, so that they are not shown as clear. Of several references to one control, the strongest counts.
 * Background without an issue or a remark says nothing about a control, so the row does not name it.
 */
function references(framework: Framework, result: Result, scope: Scope, observed: Observed) {
  const { id, title, status, nothing_to_check, remark } = result;
  const seen = new Map<string, { control: string; check: RowCheck }>();
  for (const [index, name] of result.weaknesses.entries()) {
    if (weaknessNamed(name) === null) continue;
    const background = index > 0 && isIssue(result);
    for (const { control, use: declared, when, basis } of framework.weaknesses[name as WeaknessName] ?? []) {
      const use = background ? 'context' : declared;
      if (use === 'context' && !isIssue(result) && !remark) continue;
      const ground = when === undefined ? null : groundOf(when, scope, observed);
      const applies = when === undefined ? true : (ground?.holds ?? null);
      const why = background ? { basis: ALSO_LOOKED_FOR, because: null } : { basis, because: ground?.because ?? null };
      const condition = when === undefined ? null : `if ${CONDITIONS[when]}`;
      const check: RowCheck = { id, title, status, nothing_to_check, remark, use, condition, applies, ...why };
      const before = seen.get(control);
      if (!before || weight(check) > weight(before.check)) seen.set(control, { control, check });
    }
  }
  return seen;
}

/** An issue, and a remark, is background to every control that is about it, also where the framework does not name its weakness. */
function ofTheSubject(framework: Framework, result: Result): { control: string; check: RowCheck }[] {
  const [found] = result.weaknesses;
  if (!(isIssue(result) || result.remark) || found === undefined) return [];
  const { id, title, status, nothing_to_check, remark } = result;
  const check: RowCheck = { id, title, status, nothing_to_check, remark, ...BACKGROUND };
  return Object.entries(framework.controls)
    .filter(([, { about }]) => about.some((subject) => (SUBJECTS[subject] as readonly string[]).includes(found)))
    .map(([control]) => ({ control, check }));
}

/** Why an issue counts for a control that speaks of another weakness than the one found: the reason given there is not this one's. */
const ALSO_LOOKED_FOR = 'the same check also looks for weaknesses that this control covers';

/** Why an issue counts for a control whose framework does not name its weakness. */
export const ON_THE_SUBJECT = 'it concerns the subject of this control';
const BACKGROUND = { use: 'context', basis: ON_THE_SUBJECT, condition: null, applies: true, because: null } as const;

const USE_WEIGHT: Readonly<Record<Use, number>> = { gap: 2, supporting: 1, context: 0 };

function weight({ use, applies }: RowCheck): number {
  return USE_WEIGHT[use] * 3 + (applies === true ? 2 : applies === null ? 1 : 0);
}

function finding(result: Result, frameworks: readonly Framework[], scope: Scope, observed: Observed): Finding {
  const name = result.weaknesses[0];
  const weakness = name === undefined ? null : weaknessNamed(name);
  const cwe = weakness?.cwe ?? null;
  const mayApply = (when: Condition | undefined) =>
    when === undefined || groundOf(when, scope, observed)?.holds !== false;
  return {
    ...result,
    cwe: cwe === null ? null : { ...cwe, label: cweLabel(cwe.id) },
    controls: Object.fromEntries(
      frameworks.map(({ id, weaknesses, notApplicable }) => {
        const outside = weakness === null || (notApplicable?.(scope, observed) ?? null) !== null;
        const references = outside ? [] : (weaknesses[name as WeaknessName] ?? []);
        return [id, references.filter(({ when }) => mayApply(when)).map(({ control }) => control)];
      }),
    ),
    confidence: weakness?.confidence ?? 'low',
    mapping_note: weakness?.note ?? null,
  };
}

const WEIGHT = { critical: 0, important: 1, minor: 2 };

function byWeight(a: Finding, b: Finding): number {
  return WEIGHT[a.severity] - WEIGHT[b.severity] || b.deduction - a.deduction || a.id.localeCompare(b.id, 'en');
}
