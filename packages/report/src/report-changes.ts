import type { CheckStatus } from './check.ts';
import { SHOWN_SECTIONS, type ShownSection } from './check-sections.ts';
import { diffInventories, type InventoryChange } from './inventory-changes.ts';
import type { Grade } from './report.ts';
import type { BrowserSection } from './sections/browser.ts';
import { resultsOf, type AnyColumn, type Result } from './findings.ts';

/**
 * Why a judgment differs. `site`: what was seen changed. `engine`: the same was seen, and a newer engine judges it
 * differently, or makes a check that the older one did not. `data`: the same engine saw the same, so what it compares
 * with has changed (a table of versions and vulnerabilities, or the date). `unassessed`: in one of the two it could
 * not be assessed.
 */
export type ChangeCause = 'site' | 'engine' | 'data' | 'unassessed';

export interface Side {
  title: string;
  status: CheckStatus;
  deduction: number;
}

export interface Change {
  id: string;
  cause: ChangeCause;
  /** Null: the check was not made. */
  before: Side | null;
  after: Side | null;
  /** What the score gains (positive) or loses by it, caps aside. */
  points: number;
}

export interface ReportChanges {
  before: Stand;
  after: Stand;
  changes: Change[];
  /** Not compared: only one of the two has them. */
  left_out: ShownSection[];
  /** Scripts and security headers of pages that a browser loaded; null: it did not in one of the two. */
  inventory: InventoryChange[] | null;
}

interface Stand {
  scanned_at: string;
  grade: Grade;
  score: number;
  engine_version: string;
}

export type Comparable = AnyColumn & Stand;

/** What changed from one report of a site to a later one, the largest effect on the score first. Of two columns: what both have. */
export function changesBetween(before: Comparable, after: Comparable): ReportChanges {
  const sections = (report: Comparable) => new Set(resultsOf(report).map(({ section }) => section));
  const [old, now] = [sections(before), sections(after)];
  const byId = (report: Comparable) =>
    new Map(resultsOf(report).flatMap((one) => (old.has(one.section) && now.has(one.section) ? [[one.id, one]] : [])));
  const [was, is] = [byId(before), byId(after)];
  const newEngine = before.engine_version !== after.engine_version;
  const changes = [...new Set([...is.keys(), ...was.keys()])].flatMap((id) =>
    change(id, was.get(id), is.get(id), newEngine),
  );
  const largestFirst = changes.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const [earlier, later] = [browserOf(before), browserOf(after)];
  const inventory = earlier && later ? diffInventories(earlier, later) : null;
  const leftOut = SHOWN_SECTIONS.filter((section) => old.has(section) !== now.has(section));
  return { before: stand(before), after: stand(after), changes: largestFirst, left_out: leftOut, inventory };
}

/** Undefined where no browser looked. */
function browserOf(report: Comparable): BrowserSection | undefined {
  const browser = 'browser' in report ? report.browser : undefined;
  return browser && 'looked' in browser && browser.looked === true ? (browser as BrowserSection) : undefined;
}

function change(id: string, was: Result | undefined, is: Result | undefined, newEngine: boolean): Change[] {
  if (was && is && was.status === is.status && was.deduction === is.deduction && was.outcome === is.outcome) return [];
  const points = (was?.deduction ?? 0) - (is?.deduction ?? 0);
  return [{ id, cause: causeOf(was, is, newEngine), before: side(was), after: side(is), points }];
}

function causeOf(was: Result | undefined, is: Result | undefined, newEngine: boolean): ChangeCause {
  if (was?.status === 'unknown' || is?.status === 'unknown') return 'unassessed';
  if (!was || !is) return newEngine ? 'engine' : 'site';
  // Lines of evidence that are equal, or the same outcome with another weight: not the site's doing.
  const sameLines = was.evidence.length > 0 && was.evidence.join('\n') === is.evidence.join('\n');
  const sameSeen = sameLines || was.outcome === is.outcome;
  if (!sameSeen) return 'site';
  return newEngine ? 'engine' : 'data';
}

function side(result: Result | undefined): Side | null {
  return result ? { title: result.title, status: result.status, deduction: result.deduction } : null;
}

function stand({ scanned_at, grade, score, engine_version }: Comparable): Stand {
  return { scanned_at, grade, score, engine_version };
}
