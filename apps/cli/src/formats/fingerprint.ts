import { createHash } from 'node:crypto';
import { placeOf, type SiteReport } from '../scanning/site-report.ts';

/**
 * Identical for the same fault of the same page in every run, whatever its evidence or our wording, so that
 * a code-scanning page recognizes the finding.
 */
export function fingerprint(report: SiteReport, check: string, outcome: string): string {
  return createHash('sha256')
    .update(`${placeOf(report)}\n${check}\n${outcome}`)
    .digest('hex')
    .slice(0, 40);
}
