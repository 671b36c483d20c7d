import { parseCookieDate } from './cookie-date.ts';

/** One Set-Cookie field, parsed according to RFC 6265bis §5.6. The value itself is never stored. */
export interface SetCookie {
  name: string;
  value: CookieValue;
  secure: boolean;
  httpOnly: boolean;
  /** Browsers treat `invalid` as if the attribute were absent. */
  sameSite: 'Strict' | 'Lax' | 'None' | 'invalid' | null;
  partitioned: boolean;
  /** Lower case, without a leading dot. Null for a host-only cookie. */
  domain: string | null;
  /** Null if absent or if it does not begin with a slash. */
  path: string | null;
  /** Seconds. Takes precedence over `expires`. */
  maxAge: number | null;
  /** Milliseconds since the epoch. */
  expires: number | null;
  /** Attributes that browsers do not know, as written: `Http-Only`, `SameSite:Lax`, `Secure, HttpOnly`. */
  mistaken: string[];
}

/** Properties of a value that can be reported without disclosing it. */
export interface CookieValue {
  bytes: number;
  /** Long and without a pattern, like an identifier that must not be guessable. */
  random: boolean;
  /** Three base64url parts, the first beginning with an encoded brace (RFC 7519). */
  jwt: boolean;
  /** For a nameless cookie: the name prefix that its value imitates (RFC 6265bis §5.7). */
  hiddenPrefix: string | null;
}

export type SetCookieFault = 'control_character' | 'too_big' | 'empty';

export type SetCookieResult = { ok: true; cookie: SetCookie } | { ok: false; name: string; fault: SetCookieFault };

/** Name plus value. Browsers ignore longer cookies. */
const MAX_COOKIE_BYTES = 4096;
const MAX_ATTRIBUTE_BYTES = 1024;

/** @param field one field value, its bytes decoded as latin-1 */
export function parseSetCookie(field: string): SetCookieResult {
  const [pair = '', ...attributes] = field.split(';');
  const { name, value } = splitPair(pair);
  const shown = name.slice(0, 100);
  // RFC 6265bis §5.6 allows tabs. Chromium and Firefox reject them in names.
  if (hasControls(field) || name.includes('\t')) return { ok: false, name: shown, fault: 'control_character' };
  if (name === '' && value === '') return { ok: false, name: shown, fault: 'empty' };
  if (name.length + value.length > MAX_COOKIE_BYTES) return { ok: false, name: shown, fault: 'too_big' };
  const cookie: SetCookie = {
    name,
    value: describeValue(name, value),
    secure: false,
    httpOnly: false,
    sameSite: null,
    partitioned: false,
    domain: null,
    path: null,
    maxAge: null,
    expires: null,
    mistaken: [],
  };
  // If an attribute is repeated, the last one wins (§5.7). Browsers read its value only then, so an invalid one also
  // replaces an earlier one (Chromium 156, which allows a plus sign, too).
  for (const attribute of attributes) applyAttribute(cookie, attribute);
  return { ok: true, cookie };
}

/** §5.6 steps 3 to 5: without `=`, the complete text is the value of a nameless cookie. */
export function splitPair(pair: string): { name: string; value: string } {
  const equals = pair.indexOf('=');
  if (equals < 0) return { name: '', value: trim(pair) };
  return { name: trim(pair.slice(0, equals)), value: trim(pair.slice(equals + 1)) };
}

function applyAttribute(cookie: SetCookie, attribute: string): void {
  const equals = attribute.indexOf('=');
  const name = trim(equals < 0 ? attribute : attribute.slice(0, equals)).toLowerCase();
  const value = equals < 0 ? '' : trim(attribute.slice(equals + 1));
  if (value.length > MAX_ATTRIBUTE_BYTES) return;
  switch (name) {
    case 'secure':
      // `Secure=false` sets it, too.
      cookie.secure = true;
      return;
    case 'httponly':
      cookie.httpOnly = true;
      return;
    case 'samesite':
      cookie.sameSite = SAME_SITE[value.toLowerCase()] ?? 'invalid';
      return;
    case 'partitioned':
      cookie.partitioned = true;
      return;
    case 'domain':
      cookie.domain = value.replace(/^\./u, '').toLowerCase() || null;
      return;
    case 'path':
      cookie.path = value.startsWith('/') ? value : null;
      return;
    case 'max-age':
      cookie.maxAge = /^[+-]?\d+$/u.test(value) ? Math.min(Math.max(Number(value), 0), 1e10) : null;
      return;
    case 'expires':
      cookie.expires = parseCookieDate(value);
      return;
    default:
      if (MEANT.test(name) && cookie.mistaken.length < 3) cookie.mistaken.push(trim(attribute).slice(0, 40));
  }
}

/** The beginning of an attribute that was meant as one that protects the cookie. */
const MEANT = /^(?:http[-_ ]?only|secure|same[-_ ]?site)/u;

const SAME_SITE: Readonly<Record<string, 'Strict' | 'Lax' | 'None'>> = {
  __proto__: null as never,
  strict: 'Strict',
  lax: 'Lax',
  none: 'None',
};

/** Name prefixes with conditions (RFC 6265bis §4.1.3 and the layered-cookies draft), longest first. */
const COOKIE_PREFIXES = ['__Host-Http-', '__Host-', '__Secure-', '__Http-'] as const;
export type CookiePrefix = (typeof COOKIE_PREFIXES)[number];

/** Case-insensitive, as in browsers (§5.4). */
export function cookiePrefix(name: string): CookiePrefix | null {
  const lower = name.toLowerCase();
  return COOKIE_PREFIXES.find((prefix) => lower.startsWith(prefix.toLowerCase())) ?? null;
}

export function describeValue(name: string, value: string): CookieValue {
  return {
    bytes: value.length,
    random: looksRandom(value),
    jwt: /^eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*$/u.test(value),
    hiddenPrefix: name === '' ? cookiePrefix(value) : null,
  };
}

/** At least 16 characters in which letters and digits alternate as in generated values. */
function looksRandom(value: string): boolean {
  const core = value.replace(/^"|"$/gu, '').slice(0, 256);
  if (core.length < 16 || !/^[\w+/=.:~%-]+$/u.test(core)) return false;
  const digits = core.replace(/\D/gu, '').length;
  if (digits === 0 || digits === core.length) return false;
  if (/^[\da-f]{32,}$/iu.test(core)) return true;
  // Counts changes between letters and digits. Words that end in a number have one or two.
  const changes = core.match(/\d(?=\D)|\D(?=\d)/gu)?.length ?? 0;
  return changes >= 4 && new Set(core.toLowerCase()).size >= 8;
}

function trim(text: string): string {
  // Not a regular expression: `/[ \t]+$/` takes quadratic time on a field of blanks.
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

function isBlank(char: string | undefined): boolean {
  return char === ' ' || char === '\t';
}

/** §5.6 step 1: any control character except tab invalidates the field. */
function hasControls(field: string): boolean {
  for (let index = 0; index < field.length; index++) {
    const code = field.charCodeAt(index);
    if ((code < 0x20 && code !== 0x09) || code === 0x7f) return true;
  }
  return false;
}
