import { createHash, createPublicKey, verify, type X509Certificate } from 'node:crypto';
import { CT_LOGS, type CtLog } from '../../data/ct-logs.ts';
import type { ScTimestamp } from '../../evidence/tls.ts';
import { precertificateOf } from '../../parse/x509/precertificate.ts';
import { parseSignedTimestamps, type SignedTimestamp } from '../../parse/x509/sct.ts';

/** A certificate has two to five; each costs a tenth of a millisecond. More are left out: unchecked, they would count. */
const MOST = 50;
/** RFC 6962 §2.1.4: SHA-256 with ECDSA or RSA. */
const ALGORITHMS = new Set([0x0403, 0x0401]);

/** The timestamps embedded in a certificate, each with the result of verifying its signature; null if there are none. */
export function embeddedTimestamps(
  leaf: X509Certificate,
  issuer: X509Certificate | null,
  logs: ReadonlyMap<string, CtLog> = CT_LOGS,
): ScTimestamp[] | null {
  const precertificate = precertificateOf(leaf.raw);
  if (!precertificate) return null;
  const list = parseSignedTimestamps(precertificate.timestamps)?.slice(0, MOST) ?? [];
  if (!issuer) return list.map((one) => judged(one, null, logs));
  const key = issuer.publicKey.export({ type: 'spki', format: 'der' });
  const entry = [Buffer.from([0, 1]), createHash('sha256').update(key).digest(), vector(3, precertificate.signed)];
  return list.map((one) => judged(one, Buffer.concat(entry), logs));
}

/** Those sent next to the certificate, in the handshake or in a staple: they sign the certificate itself. */
export function deliveredTimestamps(
  list: Uint8Array,
  leaf: X509Certificate | null,
  logs: ReadonlyMap<string, CtLog> = CT_LOGS,
): ScTimestamp[] {
  const entry = leaf && Buffer.concat([Buffer.from([0, 0]), vector(3, leaf.raw)]);
  return (parseSignedTimestamps(list) ?? []).slice(0, MOST).map((one) => judged(one, entry, logs));
}

function judged(sct: SignedTimestamp, entry: Buffer | null, logs: ReadonlyMap<string, CtLog>): ScTimestamp {
  const { log_id, timestamp } = sct;
  const log = logs.get(log_id);
  const found = { log_id, timestamp, operator: log?.operator ?? null };
  if (!log) return { ...found, signature: 'unknown_log' };
  if (!entry) return { ...found, signature: 'unchecked' };
  // Version 1, a certificate's timestamp (RFC 6962 §3.2).
  const signed = Buffer.concat([Buffer.from([0, 0]), sct.time, entry, vector(2, sct.extensions)]);
  return { ...found, signature: signatureHolds(sct, signed, log) ? 'valid' : 'invalid' };
}

function signatureHolds({ algorithm, signature }: SignedTimestamp, signed: Uint8Array, log: CtLog): boolean {
  if (!ALGORITHMS.has(algorithm)) return false;
  try {
    const key = createPublicKey({ key: Buffer.from(log.key, 'base64'), format: 'der', type: 'spki' });
    return verify('sha256', signed, key, signature);
  } catch {
    return false;
  }
}

function vector(width: 2 | 3, content: Uint8Array): Buffer {
  const head = Buffer.alloc(width);
  head.writeUIntBE(content.length, 0, width);
  return Buffer.concat([head, content]);
}
