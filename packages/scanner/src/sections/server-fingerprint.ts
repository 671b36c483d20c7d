import type { ServerFingerprintSection } from '@palisade/report/sections/server-fingerprint';
import type { Evidence } from '../evidence.ts';
import { disclosures, namedSoftware } from '../parse/software/fingerprint.ts';
import { supportOf, type Told } from '../parse/software/software-support.ts';

/** The evidence that the section shows next to its checks. */
export function serverFingerprintEvidence(evidence: Evidence): Omit<ServerFingerprintSection, 'checks'> {
  if (!evidence.http.ok) return { software: [], versions: [] };
  const page = evidence.page.ok ? evidence.page.value : undefined;
  const now = Date.parse(evidence.scanned_at);
  return {
    software: namedSoftware(evidence.http.value, page),
    versions: disclosures(evidence.http.value, page).map(({ source, value, product, version }) => ({
      source,
      product,
      version,
      support_ended: endOf({ value, product, version }, now),
    })),
  };
}

/** Null if a distribution still patches it. */
function endOf(told: Told, now: number): string | null {
  const support = supportOf(told, now);
  return support.state === 'ended' ? support.on : null;
}
