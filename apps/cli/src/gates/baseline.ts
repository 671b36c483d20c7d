import { hostOf, resultsIn, type SiteReport } from '../scanning/site-report.ts';
import { SEVERITIES } from '@palisade/report/check';
import { isIssueOrRemark, type Result } from '@palisade/report/findings';

/** Earlier findings, by host and check. */
export interface Baseline {
  file: string;
  /** True when the finding or remark was not there, or has become worse. */
  isNew(host: string, finding: Result): boolean;
}

export function baselineOf(file: string, reports: readonly SiteReport[]): Baseline {
  const known = new Map<string, Result>();
  for (const report of reports) {
    for (const result of resultsIn(report).filter(isIssueOrRemark)) known.set(`${hostOf(report)} ${result.id}`, result);
  }
  return {
    file,
    isNew(host, now) {
      const before = known.get(`${host} ${now.id}`);
      if (before === undefined) return true;
      // Another fault of the same check that weighs no more is the old one in other words.
      if (now.deduction !== before.deduction) return now.deduction > before.deduction;
      // Remarks weigh nothing: a token in storage and then a provider's secret key differ in severity alone.
      return now.remark && before.remark && SEVERITIES.indexOf(now.severity) < SEVERITIES.indexOf(before.severity);
    },
  };
}
