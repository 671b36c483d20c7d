import type { ServerFingerprintSection } from '@palisade/report/sections/server-fingerprint';
import type { Evidence } from '../evidence.ts';
import { endOfLife } from '../parse/end-of-life.ts';
import { disclosures, namedSoftware } from '../parse/fingerprint.ts';

/** The evidence the section shows beside its checks. */
export function serverFingerprintEvidence(evidence: Evidence): Omit<ServerFingerprintSection, 'checks'> {
  if (!evidence.http.ok) return { software: [], versions: [] };
  const page = evidence.page.ok ? evidence.page.value : undefined;
  const now = Date.parse(evidence.scanned_at);
  return {
    software: namedSoftware(evidence.http.value, page),
    versions: disclosures(evidence.http.value, page).map(({ source, product, version }) => ({
      source,
      product,
      version,
      support_ended: endOfLife(product, version, now),
    })),
  };
}
