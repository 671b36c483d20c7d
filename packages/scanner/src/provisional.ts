import { OUR_FAULT } from '@palisade/report/provisional';
import type { ScoreCap } from '@palisade/report/report';
import type { Seen } from '@palisade/report/seen';
import type { AnyCheck, Verdict } from './check.ts';

/** Sections that say nothing of a site whose page was not seen. */
const OF_THE_PAGE: ReadonlySet<string> = new Set(['cookies', 'page_analysis', 'cross_origin', 'cors', 'browser']);

const NOT_THE_SITE = ', not with the site';

/** Why a check is not made although its evidence came: the evidence is of another page than the site's. */
export function unseenReason(check: AnyCheck, seen: Seen): string | null {
  if (seen.page === 'site' || check.header !== undefined || !OF_THE_PAGE.has(sectionOf(check))) return null;
  // How that was told, and what an owner can do about it, stands once in the report: in `seen`.
  const [what = ''] = (seen.reason ?? '').split(NOT_THE_SITE, 1);
  return what === '' ? 'the response is not from the site' : `${what}${NOT_THE_SITE}`;
}

export interface OurFaults {
  /** Sections of which nothing could be assessed. */
  sections: string[];
  cap: ScoreCap | null;
}

/**
 * Checks that are open by our own fault count as if the worst had been found, so that no failure of ours earns a
 * grade. What the operator's settings forbid is no failure.
 */
export function ourFaults(verdicts: readonly Verdict[]): OurFaults {
  const bySection = Map.groupBy(verdicts, ({ check }) => sectionOf(check));
  const sections = [...bySection].filter(([, all]) => all.every(isOurs)).map(([section]) => section);
  // What only a browser sees costs nothing: the grade of everything else is the same without it.
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
  // A browser that was busy, or a page that took more than it may, is no failure: as on a machine without a browser.
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
