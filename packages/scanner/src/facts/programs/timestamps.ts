import type { ScTimestamp, TlsEvidence } from '../../evidence/tls.ts';

const DAY_MS = 86_400_000;

export interface LogProof {
  state: 'enough' | 'too_few' | 'none' | 'unknown';
  lines: string[];
}

/**
 * Whether a public certificate comes with the certificate timestamps that Chrome, Safari and Firefox ask for (RFC 6962;
 * the programs' CT policies). Null when no rule asks for them: not a public root, or no certificate.
 */
export function proofOfLogging(tls: TlsEvidence): LogProof | null {
  const [leaf] = tls.chain.certificates;
  if (tls.endpoint !== 'tls' || !leaf || tls.chain.trust?.anchor?.public !== true) return null;
  const embedded = countable(leaf.scts);
  const delivered = countable(tls.delivered_scts);
  const lifetime = Date.parse(leaf.not_after) - Date.parse(leaf.not_before);
  const wanted = lifetime <= 180 * DAY_MS ? 2 : 3;
  const lines = [`${embedded.logs} logs embedded, ${wanted} wanted`];
  if (delivered.logs > 0) lines.push(`${delivered.logs} logs in the handshake`);
  const wrong = [...(leaf.scts ?? []), ...(tls.delivered_scts ?? [])].filter(isWrong).length;
  if (wrong > 0) lines.push(`${wrong} timestamps whose signature is wrong, not counted`);
  const unknown = (leaf.scts ?? []).filter(({ signature }) => signature === 'unknown_log').length;
  if (unknown > 0) lines.push(`${unknown} from logs that are not in our list, counted without a check`);
  // Embedded ones count by lifetime; those sent in the handshake, two whatever the lifetime.
  for (const [{ logs, operators }, least] of [
    [embedded, wanted],
    [delivered, 2],
  ] as const) {
    if (logs < least) continue;
    if (operators >= 2) return { state: 'enough', lines };
    lines.push('all logs are of one operator, and two are wanted');
  }
  if (tls.delivered_scts === null) return { state: 'unknown', lines };
  return { state: embedded.logs + delivered.logs === 0 ? 'none' : 'too_few', lines };
}

/** Milliseconds since the epoch; null without any timestamp that counts. */
export function earliestTimestamp(tls: TlsEvidence): number | null {
  const all = [...(tls.chain.certificates[0]?.scts ?? []), ...(tls.delivered_scts ?? [])];
  const times = all.filter((one) => !isWrong(one)).map(({ timestamp }) => Date.parse(timestamp));
  return times.length > 0 ? Math.min(...times) : null;
}

/** Distinct logs, and distinct operators; a log that is not known here may be of anyone. */
function countable(list: readonly ScTimestamp[] | null): { logs: number; operators: number } {
  const counted = (list ?? []).filter((one) => !isWrong(one));
  return {
    logs: new Set(counted.map(({ log_id }) => log_id)).size,
    operators: new Set(counted.map(({ operator, log_id }) => operator ?? log_id)).size,
  };
}

function isWrong({ signature }: ScTimestamp): boolean {
  return signature === 'invalid';
}
