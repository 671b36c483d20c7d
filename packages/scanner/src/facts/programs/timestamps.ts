import { counted } from '@palisade/report/counted';
import { CT_LOGS } from '../../data/ct-logs.ts';
import type { Certificate, ScTimestamp, TlsEvidence } from '../../evidence/tls.ts';

const DAY_MS = 86_400_000;

export interface LogProof {
  /** `unknown`: it hangs on timestamps that cannot be read or judged here. */
  state: 'enough' | 'too_few' | 'none' | 'unknown';
  lines: string[];
  /** Why it is unknown; null when it is not. */
  reason: string | null;
}

/** What a timestamp is worth to Chrome (its CT policy), by the state of its log on the day of our list. */
type Worth =
  /** Its log is qualified, usable or read-only. */
  | 'current'
  /** Its log was retired later: counts together with a current one, and only inside the certificate. */
  | 'earlier'
  /** Its log has been rejected, or had been retired before: never counts. */
  | 'nothing'
  /** Its log is not in our list, or was not accepted on its day and may be by now. */
  | 'open';

interface Judged extends ScTimestamp {
  worth: Worth;
  log: string;
}

/**
 * Whether a public certificate comes with the certificate timestamps that Chrome, Safari and Firefox ask for (RFC 6962;
 * the programs' CT policies; states of logs are Chrome's). Null when no rule asks for them: not a public root, or no
 * certificate.
 * @param now of the scan, milliseconds since the epoch
 */
export function proofOfLogging(tls: TlsEvidence, now: number): LogProof | null {
  const [leaf] = tls.chain.certificates;
  if (tls.endpoint !== 'tls' || !leaf || tls.chain.trust?.anchor?.public !== true) return null;
  // The logs of a certificate that has ended are closed with it, which is no second fault of it.
  const hasEnded = now > Date.parse(leaf.not_after);
  const embedded = judged(leaf.scts, hasEnded, now);
  const delivered = judged(tls.delivered_scts, hasEnded, now);
  const lifetime = Date.parse(leaf.not_after) - Date.parse(leaf.not_before);
  const wanted = lifetime <= 180 * DAY_MS ? 2 : 3;
  const lines = linesOf(leaf, embedded, delivered, wanted, now);
  // Embedded ones count by lifetime; those sent in the handshake, two whatever the lifetime.
  const inside = isEnough(embedded, wanted, ['current', 'earlier']);
  const outside = isEnough(delivered, 2, ['current']);
  if (inside === 'enough' || outside === 'enough') return { state: 'enough', lines, reason: null };
  const one = [inside, outside].includes('one_operator');
  if (one) lines.push('all logs have the same operator, but two operators are required');
  const open = isEnough(embedded, wanted, ['current', 'earlier', 'open']) === 'enough';
  if (open || isEnough(delivered, 2, ['current', 'open']) === 'enough')
    return { state: 'unknown', lines, reason: 'the timestamps are from logs that our list does not show as accepted' };
  if (tls.delivered_scts === null) {
    const reason = 'too few timestamps are embedded, and the scan cannot read those in a TLS 1.3 handshake';
    return { state: 'unknown', lines, reason };
  }
  const any = [...embedded, ...delivered].some(({ worth }) => worth !== 'nothing');
  return { state: any ? 'too_few' : 'none', lines, reason: null };
}

/** Milliseconds since the epoch; null without any timestamp that counts. */
export function earliestTimestamp(tls: Pick<TlsEvidence, 'chain' | 'delivered_scts'>): number | null {
  const all = [...(tls.chain.certificates[0]?.scts ?? []), ...(tls.delivered_scts ?? [])];
  const times = all.filter((one) => !isWrong(one)).map(({ timestamp }) => Date.parse(timestamp));
  return times.length > 0 ? Math.min(...times) : null;
}

function judged(list: readonly ScTimestamp[] | null, hasEnded: boolean, now: number): Judged[] {
  return (list ?? []).map((one) => {
    const log = CT_LOGS.get(one.log_id);
    const worth = isWrong(one) || isAhead(one, now) ? 'nothing' : hasEnded ? 'current' : worthOf(one);
    return { ...one, worth, log: log?.name ?? one.log_id };
  });
}

function worthOf({ log_id, timestamp, signature }: ScTimestamp): Worth {
  if (signature === 'unknown_log') return 'open';
  const log = CT_LOGS.get(log_id);
  if (log?.state === 'rejected') return 'nothing';
  if (log?.state === 'other') return 'open';
  if (log?.state !== 'retired') return 'current';
  return log.since !== null && Date.parse(timestamp) < log.since ? 'earlier' : 'nothing';
}

/** Distinct logs, and distinct operators; an unknown log may belong to any operator. */
function isEnough(
  list: readonly Judged[],
  wanted: number,
  worths: readonly Worth[],
): 'enough' | 'one_operator' | 'too_few' {
  const counting = list.filter(({ worth }) => worths.includes(worth));
  const logs = new Set(counting.map(({ log_id }) => log_id)).size;
  // What no log that is accepted today has signed is no proof for today (Chrome CT policy).
  const isLive = counting.some(({ worth }) => worth === 'current' || worth === 'open');
  if (logs < wanted || !isLive) return 'too_few';
  return new Set(counting.map(({ operator, log_id }) => operator ?? log_id)).size >= 2 ? 'enough' : 'one_operator';
}

function linesOf(
  leaf: Certificate,
  embedded: readonly Judged[],
  delivered: readonly Judged[],
  wanted: number,
  now: number,
): string[] {
  const logsIn = (list: readonly Judged[]): number =>
    new Set(list.filter(({ worth }) => worth !== 'nothing').map(({ log_id }) => log_id)).size;
  const lines = [`${counted(logsIn(embedded), 'log')} embedded, ${wanted} required`];
  if (logsIn(delivered) > 0) lines.push(`${counted(logsIn(delivered), 'log')} in the handshake`);
  const all = [...embedded, ...delivered];
  const wrong = all.filter(isWrong).length;
  if (wrong > 0) lines.push(`${counted(wrong, 'timestamp')} with an invalid signature, not counted`);
  const ahead = all.filter((one) => !isWrong(one) && isAhead(one, now)).length;
  if (ahead > 0) lines.push(`${counted(ahead, 'timestamp')} from the future, not counted`);
  const unknown = all.filter(({ signature }) => signature === 'unknown_log').length;
  if (unknown > 0) lines.push(`${unknown} from logs not in our list, so the signature could not be checked`);
  const refused = all.filter((one) => one.worth === 'nothing' && !isWrong(one) && !isAhead(one, now));
  const dropped = new Set(refused.map(({ log }) => log));
  for (const log of dropped) lines.push(`${log}: no longer accepted by Chrome`);
  const pending = all.filter((one) => one.worth === 'open' && one.signature !== 'unknown_log');
  for (const log of new Set(pending.map((one) => one.log)))
    lines.push(`${log}: not accepted by Chrome as of the date of our list`);
  // Chrome and Firefox do not compare: it is the log's own promise, and a remark only.
  const outside = all.filter(({ log_id }) => isOutside(log_id, leaf.not_after)).map(({ log }) => log);
  for (const log of new Set(outside)) lines.push(`${log}: accepts only certificates with a different expiry date`);
  return lines;
}

function isOutside(logId: string, notAfter: string): boolean {
  const interval = CT_LOGS.get(logId)?.interval;
  if (!interval) return false;
  const end = Date.parse(notAfter);
  return end < Date.parse(interval.from) || end >= Date.parse(interval.before);
}

function isWrong({ signature }: ScTimestamp): boolean {
  return signature === 'invalid';
}

/** Chrome refuses those; five minutes for clocks that differ. */
function isAhead({ timestamp }: ScTimestamp, now: number): boolean {
  return Date.parse(timestamp) > now + 300_000;
}
