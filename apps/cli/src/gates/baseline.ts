import { hostOf, placeOf, resultsIn, uncertainty, type SiteReport } from '../scanning/site-report.ts';
import { SEVERITIES } from '@palisade/report/check';
import { isIssueOrRemark, type Result } from '@palisade/report/findings';

/** Earlier findings, by page and check. */
export interface Baseline {
  file: string;
  /** Why the earlier report says nothing about the site; null if it does. */
  uncertain(report: SiteReport): string | null;
  /** True when the finding or remark was not there, or has become worse. */
  isNew(report: SiteReport, finding: Result): boolean;
}

/** What is kept of a report. */
interface Earlier {
  uncertain: string | null;
  known: readonly Result[];
}

export function baselineOf(file: string, reports: readonly SiteReport[]): Baseline {
  const pages = new Map<string, Earlier[]>();
  const hosts = new Map<string, Earlier[]>();
  for (const report of reports) {
    const uncertain = uncertainty(report);
    const kept = { uncertain, known: uncertain === null ? resultsIn(report).filter(isIssueOrRemark) : [] };
    add(pages, placeOf(report), kept);
    add(hosts, hostOf(report), kept);
  }
  // A page that the baseline does not contain shares what is known of its host.
  const earlier = (report: SiteReport) => pages.get(placeOf(report)) ?? hosts.get(hostOf(report)) ?? [];
  return {
    file,
    uncertain(report) {
      const before = earlier(report);
      return before.every(({ uncertain }) => uncertain !== null) ? (before[0]?.uncertain ?? null) : null;
    },
    isNew(report, now) {
      const known = earlier(report).flatMap((one) => one.known.filter(({ id }) => id === now.id));
      return known.every((before) => isWorse(now, before));
    },
  };
}

function add(map: Map<string, Earlier[]>, key: string, one: Earlier): void {
  const list = map.get(key);
  if (list) list.push(one);
  else map.set(key, [one]);
}

/** Another fault of the same check that weighs no more is the old one in other words. */
function isWorse(now: Result, before: Result): boolean {
  if (now.deduction !== before.deduction) return now.deduction > before.deduction;
  // Remarks weigh nothing: a token in storage and then a provider's secret key differ in severity alone.
  return now.remark && before.remark && SEVERITIES.indexOf(now.severity) < SEVERITIES.indexOf(before.severity);
}
