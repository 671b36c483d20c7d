/** How a file came over the wire. */
export interface Served {
  /** Without encodings of the transfer; 0: not known. */
  bytes: number;
  /** The answer's, or the document's. */
  charset: string;
  /** The bytes themselves, where they were had. */
  exact?: Buffer;
}

/**
 * The bytes that a script was served as. Browsers hand over its text: without a byte order mark and out of the encoding
 * that it came in, while `integrity` and every other tool take the hash of the bytes. What has the right length is them.
 * @returns the text in UTF-8 where nothing else fits: it was damaged, or in an encoding of several bytes
 */
export function servedBytes(text: string, served: Served | undefined): Buffer {
  const plain = Buffer.from(text, 'utf8');
  if (served?.exact) return served.exact;
  if (!served || served.bytes === 0 || served.bytes === plain.length) return plain;
  const { bytes, charset } = served;
  if (bytes === plain.length + UTF8_MARK.length) return Buffer.concat([UTF8_MARK, plain]);
  if (bytes === 2 * text.length + 2 || bytes === 2 * text.length) {
    const wide = Buffer.from(bytes > 2 * text.length ? `\ufeff${text}` : text, 'utf16le');
    return /be$/iu.test(charset) ? wide.swap16() : wide;
  }
  return bytes === text.length ? (singleBytes(text, charset) ?? plain) : plain;
}

/** The length fits no encoding that the text could be put back into, or fits one in two orders. */
export function isUnsure(text: string, { bytes, charset }: Served): boolean {
  const plain = Buffer.byteLength(text, 'utf8');
  if (bytes === 0 || bytes === plain || bytes === plain + UTF8_MARK.length) return false;
  // Without a mark, what is stated tells the order.
  if (bytes === 2 * text.length) return !/^utf-16/iu.test(charset);
  return bytes !== text.length || singleBytes(text, charset) === null;
}

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** In an encoding of one byte a character (Encoding Standard §9). */
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
