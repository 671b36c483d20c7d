import type { RowCheck } from './assess.ts';
import type { Reach } from './framework.ts';
import { isIssue } from './result.ts';

/** There is no "pass": absence of a finding never meets a requirement. */
export const ROW_STATES = [
  'gap',
  'observation',
  'no issue observed',
  'nothing to look at',
  'not assessed',
  'not applicable',
] as const;
export type RowState = (typeof ROW_STATES)[number];

interface RowInput {
  checks: readonly RowCheck[];
  reach: Reach;
  /** Why the whole framework is out of scope; null when it is not. */
  outOfScope: string | null;
}

/**
 * The first that holds:
 * - the framework, or every condition under which the row speaks, is declared not to apply;
 * - nothing a scan sees can speak for the control;
 * - gap: an issue that is evidence against it, under a condition that holds;
 * - observation: any other issue, background included, so that no finding hides behind a green row, or a remark;
 * - not assessed: no check speaks for it, or one that should could not be made;
 * - nothing to look at: a check found nothing it could judge;
 * - no issue observed.
 */
export function rowState({ checks, reach, outOfScope }: RowInput): { state: RowState; reason: string | null } {
  if (outOfScope !== null) return { state: 'not applicable', reason: outOfScope };
  if (reach === 'none') return { state: 'not assessed', reason: null };
  const speaking = checks.filter(({ use }) => use !== 'context');
  const applicable = speaking.filter(({ applies }) => applies !== false);
  if (speaking.length > 0 && applicable.length === 0)
    return { state: 'not applicable', reason: `applies only ${conditionsOf(speaking)}; ${groundsOf(speaking)}` };

  const issues = checks.filter((check) => isIssue(check) && check.applies !== false);
  if (issues.some(decides)) return { state: 'gap', reason: null };
  if (issues.length > 0) {
    const open = issues.filter(({ use, applies }) => use === 'gap' && applies === null);
    return { state: 'observation', reason: open.length === 0 ? null : `a gap ${conditionsOf(open)}` };
  }
  if (checks.some((check) => check.remark && check.applies !== false)) return { state: 'observation', reason: null };
  const unmade = applicable.filter(({ status }) => status === 'unknown').length;
  if (applicable.length === 0) return { state: 'not assessed', reason: null };
  if (unmade > 0)
    return { state: 'not assessed', reason: `${unmade} of ${applicable.length} checks could not be completed` };
  const open = applicable.filter(({ applies }) => applies === null);
  // A clear row must not read as "no issue with card numbers" where none may be sent at all.
  const reason = open.length === applicable.length ? `applies only ${conditionsOf(open)}` : null;
  if (applicable.some((check) => check.nothing_to_check)) return { state: 'nothing to look at', reason };
  return { state: 'no issue observed', reason };
}

/** Whether a check's issue is by itself evidence against the control. */
export function decides({ use, applies }: Pick<RowCheck, 'use' | 'applies'>): boolean {
  return use === 'gap' && applies === true;
}

/** Each ground once: "declared: card data is entered on a page of the payment provider". */
function groundsOf(checks: readonly RowCheck[]): string {
  return [...new Set(checks.flatMap(({ because }) => because ?? []))].join('; ');
}

/** Each condition once: "if card numbers are sent over this connection". */
function conditionsOf(checks: readonly RowCheck[]): string {
  return [...new Set(checks.flatMap(({ condition }) => condition ?? []))].join('; ');
}
