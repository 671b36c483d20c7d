import { ByteReader, MalformedTls } from './tls-bytes.ts';

export interface SignedCertificateTimestamp {
  /** SHA-256 of the log's key, hexadecimal. */
  log_id: string;
  timestamp: string;
}

/** A SignedCertificateTimestampList (RFC 6962 §3.3). Entries of unknown version are left out; null when it does not parse. */
export function parseSctList(bytes: Uint8Array): SignedCertificateTimestamp[] | null {
  const found: SignedCertificateTimestamp[] = [];
  try {
    const list = new ByteReader(new ByteReader(bytes).vector(2));
    while (list.left > 0) {
      const sct = new ByteReader(list.vector(2));
      if (sct.uint(1) !== 0) continue;
      const logId = Array.from(sct.take(32), (byte) => byte.toString(16).padStart(2, '0')).join('');
      const milliseconds = sct.uint(2) * 2 ** 32 + sct.uint(1) * 2 ** 24 + sct.uint(3);
      if (!Number.isFinite(milliseconds) || milliseconds > 8.64e15) continue;
      found.push({ log_id: logId, timestamp: new Date(milliseconds).toISOString() });
    }
    return found;
  } catch (error) {
    if (error instanceof MalformedTls) return null;
    throw error;
  }
}
