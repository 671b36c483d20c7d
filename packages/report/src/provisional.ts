import type { ScanReport } from './report.ts';

/** Part of the reason of the score cap for checks that could not be made. */
export const OUR_FAULT = 'could not be completed because of an error in the scanner';

type Standing = Pick<ScanReport, 'provisional' | 'score_caps'> & {
  seen: { page: string; reason: string | null };
  browser?: { looked: boolean; reason: string | null } | undefined;
};

/** Of a provisional report: nothing is open but what a browser was to see, and the grade is without that in any case. */
export function lacksBrowserAlone({ seen, score_caps: caps, browser }: Omit<Standing, 'provisional'>): boolean {
  return seen.page === 'site' && browser?.looked === false && !caps.some(({ reason }) => reason.includes(OUR_FAULT));
}

/** Whether grade and checks may be those of another page than the site's, or lack a part. They do not if only the browser failed. */
export function isUncertain(report: Standing): boolean {
  return report.provisional && !lacksBrowserAlone(report);
}

/** Why a report is provisional, in one or two sentences. */
export function provisionalReason(report: Omit<Standing, 'provisional'>): string {
  const { seen, browser } = report;
  if (seen.reason !== null) return seen.reason;
  if (!lacksBrowserAlone(report)) return 'Part of the scan failed because of an error in the scanner. Scan again.';
  return `The browser part could not be assessed: ${browser?.reason ?? 'it failed'}. The grade covers everything else. Scan again.`;
}

/** Why a grade is provisional, as one line for every place that shows the grade; null when it is final. */
export function provisionalNote(report: Standing): string | null {
  return report.provisional ? `Provisional grade. ${provisionalReason(report)}` : null;
}
