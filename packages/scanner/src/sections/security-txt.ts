import type { SecurityTxtSection } from '@palisade/report/sections/security-txt';
import type { Evidence } from '../evidence.ts';

/** The evidence the section shows beside its checks. */
export function securityTxtEvidence(_evidence: Evidence): Omit<SecurityTxtSection, 'checks'> {
  return {};
}
