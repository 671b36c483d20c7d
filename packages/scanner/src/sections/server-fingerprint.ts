import type { ServerFingerprintSection } from '@palisade/report/sections/server-fingerprint';
import type { Evidence } from '../evidence.ts';

/** The evidence the section shows beside its checks. */
export function serverFingerprintEvidence(_evidence: Evidence): Omit<ServerFingerprintSection, 'checks'> {
  return {};
}
