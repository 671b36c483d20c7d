import type { CookiesSection } from '@palisade/report/sections/cookies';
import type { Evidence } from '../evidence.ts';

/** The evidence the section shows beside its checks. */
export function cookiesEvidence(_evidence: Evidence): Omit<CookiesSection, 'checks'> {
  return {};
}
