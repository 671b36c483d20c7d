/** Fetch §"determine nosniff": get, decode and split; the first value decides. */
export function isNosniff(values: readonly string[]): boolean {
  const [first = ''] = values.join(',').split(',', 1);
  return first.trim().toLowerCase() === 'nosniff';
}

/**
 * The type that browsers give a response without a usable Content-Type, from its first bytes (MIME Sniffing §7.1).
 * Archives, fonts, sound and video are all `application/octet-stream` here: browsers save or play them.
 */
export function sniffedType(body: Uint8Array, isNosniff: boolean): string {
  const start = String.fromCharCode(...body.subarray(0, SNIFFED_BYTES));
  const [, scriptable] = isNosniff ? [] : (SCRIPTABLE.find(([pattern]) => pattern.test(start)) ?? []);
  if (scriptable !== undefined) return scriptable;
  const [, image] = IMAGES.find(([pattern]) => pattern.test(start)) ?? [];
  if (image !== undefined) return image;
  return BYTE_ORDER_MARK.test(start) || !BINARY.test(start) ? 'text/plain' : 'application/octet-stream';
}

/** Whether browsers look at the bytes although there is a Content-Type: it is empty, unreadable or says that it is unknown. */
export function isUntyped(contentType: string | null): boolean {
  const [essence = ''] = (contentType ?? '').split(';', 1);
  const type = essence.trim().toLowerCase();
  return !/^[\w!#$&^.+-]+\/[\w!#$&^.+*-]+$/u.test(type) || UNKNOWN.has(type);
}

const SNIFFED_BYTES = 1445;
const UNKNOWN: ReadonlySet<string> = new Set(['unknown/unknown', 'application/unknown', '*/*']);

const TAGS = 'html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p';
const SCRIPTABLE: readonly (readonly [RegExp, string])[] = [
  [new RegExp(String.raw`^[\t\n\f\r ]*<(?:!doctype html[ >]|(?:${TAGS})[ >]|!--)`, 'iu'), 'text/html'],
  [/^[\t\n\f\r ]*<\?xml/u, 'text/xml'],
  [/^%PDF-/u, 'application/pdf'],
];
/* oxlint-disable no-control-regex -- signatures of files, and bytes that no text has */
const IMAGES: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG\r\n\x1a\n/u, 'image/png'],
  [/^GIF8[79]a/u, 'image/gif'],
  [/^\xff\xd8\xff/u, 'image/jpeg'],
  [/^RIFF....WEBPVP/su, 'image/webp'],
  [/^(?:\0\0\x01\0|\0\0\x02\0)/u, 'image/x-icon'],
];
const BYTE_ORDER_MARK = /^(?:\xfe\xff|\xff\xfe|\xef\xbb\xbf)/u;
/** MIME Sniffing §3: binary data bytes. */
const BINARY = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/u;
/* oxlint-enable no-control-regex */
