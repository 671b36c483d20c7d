/** Bytes as zone files write them: printable ASCII as it is, everything else as `\DDD`. */
export function escapeBytes(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    text += byte >= 0x20 && byte <= 0x7e ? String.fromCharCode(byte) : `\\${String(byte).padStart(3, '0')}`;
  }
  return text;
}

/** A domain name from a response: lower case, no trailing dot, unusual bytes escaped. `.` stays the root. */
export function hostName(name: unknown): string {
  const text = escapeBytes(Buffer.from(String(name), 'utf8')).toLowerCase();
  return text === '.' || text === '' ? '.' : text.replace(/\.$/, '').slice(0, 255);
}
