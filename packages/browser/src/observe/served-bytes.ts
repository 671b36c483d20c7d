/** How a file was transferred. */
export interface Served {
  /** Without transfer and content encodings; 0: unknown. */
  bytes: number;
  /** The response's charset, or the document's. */
  charset: string;
  /** The bytes themselves, if available. */
  exact?: Buffer;
}

/**
 * Reconstructs the bytes of a served script. Browsers give access to its decoded text without byte order mark,
 * while `integrity` and every other tool hash the bytes. Bytes with the right length are the served ones.
 * @returns the text in UTF-8 if nothing else fits: it was damaged, or in a multi-byte encoding
 */
export function servedBytes(text: string, served: Served | undefined): Buffer {
  if (served?.exact) return served.exact;
  const plain = Buffer.from(text, 'utf8');
  if (!served || served.bytes === 0 || served.bytes === plain.length) return plain;
  const { bytes, charset } = served;
  if (bytes === plain.length + UTF8_MARK.length) return Buffer.concat([UTF8_MARK, plain]);
  if (bytes === 2 * text.length + 2 || bytes === 2 * text.length) {
    const wide = Buffer.from(bytes > 2 * text.length ? `\ufeff${text}` : text, 'utf16le');
    return /be$/iu.test(charset) ? wide.swap16() : wide;
  }
  return bytes === text.length ? (singleBytes(text, charset) ?? plain) : plain;
}

/** The length fits no encoding that the text can be converted to, or fits one in two byte orders. */
export function isUnsure(text: string, { bytes, charset }: Served): boolean {
  const plain = Buffer.byteLength(text, 'utf8');
  if (bytes === 0 || bytes === plain || bytes === plain + UTF8_MARK.length) return false;
  // Without a byte order mark, the declared encoding gives the order.
  if (bytes === 2 * text.length) return !/^utf-16/iu.test(charset);
  return bytes !== text.length || singleBytes(text, charset) === null;
}

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** In a single-byte encoding (Encoding Standard §9). */
function singleBytes(text: string, charset: string): Buffer | null {
  let all: string;
  try {
    all = new TextDecoder(charset).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  } catch {
    return null;
  }
  const bytes = Array.from(text, (character) => (character === '\ufffd' ? -1 : all.indexOf(character)));
  return all.length === 256 && !bytes.includes(-1) ? Buffer.from(bytes) : null;
}
