import { createHash } from 'node:crypto';
import { hostOf, type SiteReport } from '../scanning/site-report.ts';

/**
 * Identical for the same fault of the same site in every run, whatever its evidence or our wording, so that
 * a code-scanning page recognizes the finding.
 */
export function fingerprint(report: SiteReport, check: string, outcome: string): string {
  const path = URL.canParse(report.url) ? new URL(report.url).pathname : '';
  return createHash('sha256')
    .update(`${hostOf(report)}\n${path}\n${check}\n${outcome}`)
    .digest('hex')
    .slice(0, 40);
}
