import { OUR_FAULT } from '@palisade/report/provisional';
import type { ScoreCap } from '@palisade/report/report';
import type { Seen } from '@palisade/report/seen';
import type { AnyCheck, Verdict } from './check.ts';

/** Sections that do not apply to a site whose page was not seen. */
const OF_THE_PAGE: ReadonlySet<string> = new Set(['cookies', 'page_analysis', 'cross_origin', 'cors', 'browser']);

const NOT_THE_SITE = ', not the site';

/** Why a check does not run although its evidence is available: the page is not the site's own. */
export function unseenReason(check: AnyCheck, seen: Seen): string | null {
  if (seen.page === 'site' || check.header !== undefined || !OF_THE_PAGE.has(sectionOf(check))) return null;
  // The report explains once, in `seen`, how this was detected and what the owner can do.
  const [what = ''] = (seen.reason ?? '').split(NOT_THE_SITE, 1);
  return what === '' ? 'the response is not from the site' : `${what}${NOT_THE_SITE}`;
}

export interface OurFaults {
  /** Sections that could not be assessed at all. */
  sections: string[];
  cap: ScoreCap | null;
}

/**
 * Checks that are unknown because of our own failure count as in the worst case, so that our failure earns no grade.
 * What the operator's settings forbid is not a failure.
 */
export function ourFaults(verdicts: readonly Verdict[]): OurFaults {
  const bySection = Map.groupBy(verdicts, ({ check }) => sectionOf(check));
  const sections = [...bySection].filter(([, all]) => all.every(isOurs)).map(([section]) => section);
  // Browser findings cost nothing: the grade of everything else is the same without them.
  const ours = verdicts.filter((verdict) => isOurs(verdict) && sectionOf(verdict.check) !== 'browser');
  const [first] = ours;
  if (!first) return { sections, cap: null };
  const deducted = verdicts.reduce((sum, { deduction }) => sum + deduction, 0);
  const open = ours.reduce((sum, { check }) => sum + worstDeduction(check), 0);
  const many = ours.length === 1 ? 'This check' : `${ours.length} checks, this one first,`;
  return {
    sections,
    cap: {
      check: first.check.id,
      max_score: Math.max(0, 100 - deducted - open),
      reason: `${many} ${OUR_FAULT}: ${first.check.title}`,
    },
  };
}

function isOurs({ check, status, missing }: Verdict): boolean {
  if (status !== 'unknown' || missing?.blame !== 'us') return false;
  // A busy browser, or a page that exceeded its limits, is not a failure. The report is then the same as without a
  // browser.
  if (sectionOf(check) === 'browser') return missing.code === 'internal';
  return !['blocked', 'not_applicable'].includes(missing.code);
}

function worstDeduction({ deduction, outcomes }: AnyCheck): number {
  return Math.max(
    ...Object.values(outcomes).map((outcome) => (outcome.status === 'good' ? 0 : (outcome.deduction ?? deduction))),
  );
}

function sectionOf({ id }: AnyCheck): string {
  return id.split('/', 1)[0] ?? '';
}
