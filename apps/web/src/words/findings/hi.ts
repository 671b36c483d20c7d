import type { ReviewedFindings } from './findings.ts';

/** Hindi: none is reviewed yet. How one is added: CONTRIBUTING.md, "Translate a finding". */
export const hi: ReviewedFindings = {};
