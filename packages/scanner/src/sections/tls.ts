import type { TlsSection } from '@palisade/report/sections/tls';
import type { Evidence } from '../evidence.ts';

/** The evidence the section shows beside its checks. */
export function tlsEvidence(_evidence: Evidence): Omit<TlsSection, 'checks'> {
  return {};
}
