import { findingsIn, hostOf, type SiteReport } from '../scanning/site-report.ts';
import type { Result } from '@palisade/report/findings';

/** What was known earlier, by host and check. */
export interface Baseline {
  file: string;
  /** True when the finding was not there, or has become worse. */
  isNew(host: string, finding: Result): boolean;
}

export function baselineOf(file: string, reports: readonly SiteReport[]): Baseline {
  const known = new Map<string, number>();
  for (const report of reports) {
    for (const { id, deduction } of findingsIn(report)) known.set(`${hostOf(report)} ${id}`, deduction);
  }
  return {
    file,
    isNew(host, { id, deduction }) {
      const before = known.get(`${host} ${id}`);
      if (before === undefined) return true;
      // Another fault of the same check that weighs no more is the old one in other words.
      return deduction > before;
    },
  };
}
