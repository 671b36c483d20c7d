import type { RedirectsSection } from '@palisade/report/sections/redirects';
import type { Evidence } from '../evidence.ts';

/** The evidence the section shows beside its checks. */
export function redirectsEvidence(_evidence: Evidence): Omit<RedirectsSection, 'checks'> {
  return {};
}
