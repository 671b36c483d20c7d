import { scanHtml, type Attributes } from './html-scan.ts';

export interface DecodedHtml {
  text: string;
  /** Its name in the Encoding standard. */
  charset: string;
}

/** HTML §13.2.3.2: browsers search the first 1,024 bytes for a declaration. Chromium goes on to the end of head. */
const PRESCAN_BYTES = 1024;
const MAX_HEAD = { bytes: 16_384, maxTags: 1000, maxDepth: 100 };

/**
 * Decodes as a browser does: by byte order mark, then Content-Type, then what the document declares, else as
 * windows-1252. XML is UTF-8 (XML 1.0 §4.3.3).
 */
export function decodeHtml(bytes: Uint8Array, contentType: string | null): DecodedHtml {
  const label =
    bomLabel(bytes) ??
    charsetParameter(contentType) ??
    (isXml(contentType) ? (xmlDeclaration(bytes) ?? 'utf-8') : (declaredCharset(bytes) ?? 'windows-1252'));
  const decoder = decoderFor(label);
  return { text: decoder.decode(bytes), charset: decoder.encoding };
}

function isXml(contentType: string | null): boolean {
  return /^\s*application\/xhtml\+xml\b/iu.test(contentType ?? '');
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
  // MIME Sniffing §4.4: no blank stands next to the equals sign.
  const found = /;\s*charset=(?:"([^"]{1,40})|([^;]{1,40}))/iu.exec((contentType ?? '').slice(0, 512));
  return known(found?.[1] ?? found?.[2]);
}

/** `<meta charset=x>` or `<meta http-equiv=content-type content="…; charset=x">`, else `<?xml encoding="x"?>`. */
function declaredCharset(bytes: Uint8Array): string | null {
  let declared: string | null = null;
  const sink = {
    start: (element: { name: string; attributes: Attributes; foreign: boolean; inHead: boolean; at: number }): void => {
      const isRead = element.name === 'meta' && !element.foreign && (element.inHead || element.at < PRESCAN_BYTES);
      if (isRead && declared === null) declared = ofMeta(element.attributes);
    },
    end: () => undefined,
    text: () => undefined,
  };
  const head = latin1(bytes.subarray(0, MAX_HEAD.bytes));
  // Most documents that declare none say nothing of it at all.
  if (/charset/iu.test(head)) scanHtml(head, sink, { ...MAX_HEAD, places: true });
  return ofMarkup(declared ?? xmlDeclaration(bytes));
}

function ofMeta(attributes: Attributes): string | null {
  const charset = attributes.get('charset');
  if (charset !== undefined) return known(charset);
  if (attributes.get('http-equiv')?.trim().toLowerCase() !== 'content-type') return null;
  return known(/charset\s*=\s*["']?\s*([^\s"';]{1,40})/iu.exec(attributes.get('content') ?? '')?.[1]);
}

/** In markup that is readable as ASCII, UTF-16 cannot be meant, and x-user-defined is not (HTML §13.2.3.2). */
function ofMarkup(label: string | null): string | null {
  if (label === null) return null;
  if (/^x-user-defined$/iu.test(label)) return 'windows-1252';
  return /^utf-?16/iu.test(label) ? 'utf-8' : label;
}

function xmlDeclaration(bytes: Uint8Array): string | null {
  const head = latin1(bytes.subarray(0, PRESCAN_BYTES));
  return known(/^<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/u.exec(head)?.[1]);
}

function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

function known(label: string | undefined): string | null {
  const text = label?.trim() ?? '';
  try {
    return new TextDecoder(text).encoding === '' ? null : text;
  } catch {
    return null;
  }
}
