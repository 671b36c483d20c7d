export interface DecodedHtml {
  text: string;
  /** Its name in the Encoding standard. */
  charset: string;
}

/** HTML §13.2.3.2: browsers search the first 1,024 bytes for a declaration. */
const PRESCAN_BYTES = 1024;

/** Decodes as a browser does: by byte order mark, then Content-Type, then meta, else as windows-1252. */
export function decodeHtml(bytes: Uint8Array, contentType: string | null): DecodedHtml {
  const label = bomLabel(bytes) ?? charsetParameter(contentType) ?? declaredCharset(bytes) ?? 'windows-1252';
  const decoder = decoderFor(label);
  return { text: decoder.decode(bytes), charset: decoder.encoding };
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder('windows-1252');
  }
}

function bomLabel(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return null;
}

/** `text/html; charset="UTF-8"` → `UTF-8`. Null if there is no charset or the encoding is unknown. */
function charsetParameter(contentType: string | null): string | null {
  const found = /;\s*charset\s*=\s*"?([^\s;"]{1,40})/iu.exec((contentType ?? '').slice(0, 512))?.[1];
  return found && isEncoding(found) ? found : null;
}

/** `<meta charset=x>` or `<meta http-equiv=content-type content="…; charset=x">` near the top. */
function declaredCharset(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, PRESCAN_BYTES));
  for (const [tag] of head.matchAll(/<meta[\s/][^>]{0,512}/giu)) {
    const found = /charset\s*=\s*["']?\s*([^\s"'>;/]{1,40})/iu.exec(tag)?.[1];
    // A page whose declaration is readable as ASCII cannot be UTF-16 (HTML §13.2.3.2, step "charset is UTF-16").
    if (found && isEncoding(found)) return /^utf-?16/iu.test(found) ? 'utf-8' : found;
  }
  return null;
}

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}
