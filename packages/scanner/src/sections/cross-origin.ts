import type { CrossOriginSection } from '@palisade/report/sections/cross-origin';
import type { Evidence } from '../evidence.ts';

/** The evidence the section shows beside its checks. */
export function crossOriginEvidence(_evidence: Evidence): Omit<CrossOriginSection, 'checks'> {
  return {};
}
