/** The origins of `ALLOW-FROM https://partner.example`, which no browser supports any more. Those with a plain host only. */
export function allowedFrom(values: readonly string[]): string[] {
  const origins = values.flatMap((value) => {
    const url = URL.parse(/^\s*allow-from[\s:]+(https:\/\/[a-z\d.:-]+)/iu.exec(value)?.[1] ?? '');
    return url?.protocol === 'https:' ? [url.origin] : [];
  });
  return [...new Set(origins)].slice(0, 3);
}

/** The value that an owner meant who wrote `"DENY"`, `DENY;` or `SAME-ORIGIN`, or null. */
export function meantFraming(values: readonly string[]): 'DENY' | 'SAMEORIGIN' | null {
  const text = values.join(',').toUpperCase();
  const words = text
    .replaceAll(/HTTPS?:[^\s,]*/gu, '')
    .replaceAll('-', '')
    .split(/[^A-Z]+/u);
  if (words.includes('DENY')) return 'DENY';
  return words.includes('SAMEORIGIN') ? 'SAMEORIGIN' : null;
}

/** The frame-ancestors that state what X-Frame-Options states, or was meant to state. */
export function framingToday(values: readonly string[]): string[] {
  const isClosed = framingBy(values) === 'blocked' || meantFraming(values) === 'DENY';
  return isClosed ? ["'none'"] : ["'self'", ...allowedFrom(values)];
}

/** The effect of the X-Frame-Options fields of a response, without regard to its CSP. */
export type Framing = 'absent' | 'blocked' | 'same_origin' | 'open';

/**
 * HTML §7.7 "check a navigation response's adherence to X-Frame-Options": the values of all fields form a
 * case-insensitive set. Several different values block all framing if at least one of them is known. ALLOW-FROM and
 * other unknown values have no effect on their own.
 */
export function framingBy(values: readonly string[]): Framing {
  if (values.length === 0) return 'absent';
  const set = new Set(values.flatMap((value) => value.split(',')).map((value) => value.trim().toLowerCase()));
  if (set.size > 1) return set.has('deny') || set.has('sameorigin') || set.has('allowall') ? 'blocked' : 'open';
  if (set.has('deny')) return 'blocked';
  return set.has('sameorigin') ? 'same_origin' : 'open';
}
