import type { PageAnalysisSection } from '@palisade/report/sections/page-analysis';
import type { Evidence } from '../evidence.ts';

/** The evidence the section shows beside its checks. */
export function pageAnalysisEvidence(_evidence: Evidence): Omit<PageAnalysisSection, 'checks'> {
  return {};
}
