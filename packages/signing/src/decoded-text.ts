/** Text in UTF-8 or the encoding of its byte order mark, which is removed: PowerShell's `>` writes UTF-16. */
export function decodedText(bytes: Uint8Array): string {
  const mark = bytes.subarray(0, 2).join(' ');
  const encoding = mark === '255 254' ? 'utf-16le' : mark === '254 255' ? 'utf-16be' : 'utf-8';
  // The decoder removes the byte order mark of its encoding.
  return new TextDecoder(encoding).decode(bytes);
}
