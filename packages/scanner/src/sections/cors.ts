import type { CorsSection } from '@palisade/report/sections/cors';
import type { Evidence } from '../evidence.ts';
import { readGrant } from '../parse/headers/cors-grant.ts';

/** The evidence that the section shows next to its checks. */
export function corsEvidence(evidence: Evidence): Omit<CorsSection, 'checks'> {
  if (!evidence.cors.ok) return { url: null, probes: [] };
  const { url, probes } = evidence.cors.value;
  return {
    url,
    probes: probes.map((probe) => {
      const { kind } = readGrant(probe);
      const preflightFailed = probe.kind === 'preflight' && (probe.status < 200 || probe.status > 299);
      return {
        kind: probe.kind,
        method: probe.method,
        origin: probe.origin,
        status: probe.status,
        allow_origin: probe.allow_origin.join(', ') || null,
        allow_credentials: probe.allow_credentials.join(', ') || null,
        granted: (kind === 'echo' || kind === 'star') && !preflightFailed,
      };
    }),
  };
}
