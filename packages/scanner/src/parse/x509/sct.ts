import { ByteReader, MalformedTls } from '../tls/tls-bytes.ts';

export interface SignedCertificateTimestamp {
  /** SHA-256 of the log's key, hexadecimal. */
  log_id: string;
  timestamp: string;
}

/** The largest that a Date holds. */
const MOST_MILLISECONDS = 8.64e15;

/** With everything needed to verify its signature. */
export interface SignedTimestamp extends SignedCertificateTimestamp {
  /** Eight octets, as signed. */
  time: Uint8Array;
  extensions: Uint8Array;
  /** RFC 5246 §7.4.1.4.1: hash and signature algorithm. */
  algorithm: number;
  signature: Uint8Array;
}

/**
 * A SignedCertificateTimestampList (RFC 6962 §3.3). Entries of unknown versions and unreadable ones are left out, as in
 * Chrome and Firefox; null if the list itself cannot be read.
 */
export function parseSctList(bytes: Uint8Array): SignedCertificateTimestamp[] | null {
  return parseSignedTimestamps(bytes)?.map(({ log_id, timestamp }) => ({ log_id, timestamp })) ?? null;
}

export function parseSignedTimestamps(bytes: Uint8Array): SignedTimestamp[] | null {
  const found: SignedTimestamp[] = [];
  try {
    const whole = new ByteReader(bytes);
    const list = new ByteReader(whole.vector(2));
    // Chrome reads no list with octets after it, or with an empty entry.
    if (whole.left > 0) return null;
    while (list.left > 0) {
      const entry = list.vector(2);
      if (entry.length === 0) return null;
      const one = signedTimestamp(entry);
      if (one) found.push(one);
    }
    return found;
  } catch (error) {
    if (error instanceof MalformedTls) return null;
    throw error;
  }
}

function signedTimestamp(entry: Uint8Array): SignedTimestamp | null {
  try {
    const sct = new ByteReader(entry);
    if (sct.uint(1) !== 0) return null;
    const logId = Array.from(sct.take(32), (byte) => byte.toString(16).padStart(2, '0')).join('');
    const time = sct.take(8);
    const milliseconds = time.reduce((value, byte) => value * 256 + byte, 0);
    const [extensions, algorithm, signature] = [sct.vector(2), sct.uint(2), sct.vector(2)];
    if (milliseconds > MOST_MILLISECONDS) return null;
    const timestamp = new Date(milliseconds).toISOString();
    return { log_id: logId, timestamp, time, extensions, algorithm, signature };
  } catch (error) {
    if (error instanceof MalformedTls) return null;
    throw error;
  }
}
