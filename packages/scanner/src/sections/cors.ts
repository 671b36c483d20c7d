import type { CorsSection } from '@palisade/report/sections/cors';
import type { Evidence } from '../evidence.ts';

/** The evidence the section shows beside its checks. */
export function corsEvidence(_evidence: Evidence): Omit<CorsSection, 'checks'> {
  return {};
}
