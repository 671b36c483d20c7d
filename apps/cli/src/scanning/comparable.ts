import { CHECK_SECTIONS } from '@palisade/report/check-sections';
import type { SiteReport } from './site-report.ts';

/** A report with every section: one that a column lacks is not a change. */
export function comparable(report: SiteReport): SiteReport {
  const sections = CHECK_SECTIONS.map((section) => [section, report[section] ?? { checks: [] }]);
  return { ...report, ...Object.fromEntries(sections) } as SiteReport;
}
