import { ByteReader, MalformedTls } from '../tls/tls-bytes.ts';

export interface SignedCertificateTimestamp {
  /** SHA-256 of the log's key, hexadecimal. */
  log_id: string;
  timestamp: string;
}

/** With everything needed to verify its signature. */
export interface SignedTimestamp extends SignedCertificateTimestamp {
  /** Eight octets, as signed. */
  time: Uint8Array;
  extensions: Uint8Array;
  /** RFC 5246 §7.4.1.4.1: hash and signature algorithm. */
  algorithm: number;
  signature: Uint8Array;
}

/** A SignedCertificateTimestampList (RFC 6962 §3.3). Entries of unknown versions are left out; null if it cannot be parsed. */
export function parseSctList(bytes: Uint8Array): SignedCertificateTimestamp[] | null {
  return parseSignedTimestamps(bytes)?.map(({ log_id, timestamp }) => ({ log_id, timestamp })) ?? null;
}

export function parseSignedTimestamps(bytes: Uint8Array): SignedTimestamp[] | null {
  const found: SignedTimestamp[] = [];
  try {
    const list = new ByteReader(new ByteReader(bytes).vector(2));
    while (list.left > 0) {
      const sct = new ByteReader(list.vector(2));
      if (sct.uint(1) !== 0) continue;
      const logId = Array.from(sct.take(32), (byte) => byte.toString(16).padStart(2, '0')).join('');
      const time = sct.take(8);
      const milliseconds = time.reduce((value, byte) => value * 256 + byte, 0);
      if (!Number.isFinite(milliseconds) || milliseconds > 8.64e15) continue;
      const [extensions, algorithm, signature] = [sct.vector(2), sct.uint(2), sct.vector(2)];
      const timestamp = new Date(milliseconds).toISOString();
      found.push({ log_id: logId, timestamp, time, extensions, algorithm, signature });
    }
    return found;
  } catch (error) {
    if (error instanceof MalformedTls) return null;
    throw error;
  }
}
