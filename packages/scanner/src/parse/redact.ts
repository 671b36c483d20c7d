import type { HeaderFields } from '../evidence/http.ts';
import { describeValue, splitPair } from './cookies/set-cookie.ts';
import { STORED_KEY, STORED_KEY_START } from './secret-keys.ts';

/** Anti-forgery and sign-in tokens that some applications send in addition to cookies. No check reads them. */
const SECRET_FIELDS =
  /^(?:set-cookie2|authorization|authentication-info|(?:x-)?(?:[a-z]+-)?(?:csrf|xsrf|auth|access|refresh|session|api)[-_](?:token|key|id))$/u;
const URL_FIELDS = new Set(['location', 'content-location', 'refresh', 'link']);

/** Parameters whose value grants access: OAuth and SAML responses, session ids, keys, signed URLs. */
const SECRET_NAMES =
  /(?:(?:access|id|refresh|auth|csrf|xsrf|session|security)?[-_]?token|authorization|code|state|nonce|ticket|otp|jwt|assertion|saml(?:request|response|art)|(?:client[-_]?)?secret|pass(?:wd|word)?|pwd|(?:[a-z]+[-_])?(?:api[-_]?)?key|sid|s?sess(?:ion)?(?:[-_]?id)?|(?:php|j|asp)sess(?:ion)?id|oscsid|zenid|cftoken|sig|signature|x-(?:amz|goog)-(?:signature|credential|security-token))/u
    .source;
const SECRET_PARAMETER = new RegExp(`([?&;#]${SECRET_NAMES}=)([^&;#?\\s"'<>,]+)`, 'giu');
/** The same in an address that is itself the value of a parameter, encoded once or twice: `?to=https%3A%2F%2Fa.example%2F%3Ftoken%3D1`. */
const ENCODED_PARAMETER = new RegExp(
  `(%(?:25){0,2}(?:3F|26|3B|23)${SECRET_NAMES}%(?:25){0,2}3D)((?:(?!%(?:25){0,2}(?:26|3B|23))[^&;#?\\s"'<>,])+)`,
  'giu',
);
/** ASP.NET without cookies. */
const SESSION_FOLDER = /(\/\((?:[AFX]\([^)/]{1,1000}\))?S\()[^)/]{1,1000}\)/gu;
const ENCODED_USER_INFO =
  /((?:%(?:25){0,2}2F){2})(?:(?!%(?:25){0,2}(?:2F|3F|23))[^/?#\s@"'<>&]){1,1000}?%(?:25){0,2}40/giu;
const USER_INFO = /\/\/[^/?#\s@"'<>]{1,1000}@/gu;

/** Removes secrets from headers before they are stored. The value of a session cookie is as good as a password. */
export function redactHeaders(headers: HeaderFields, scanned: string): HeaderFields {
  return headers.map(([name, value]) => {
    const lower = name.toLowerCase();
    if (lower === 'set-cookie') return [name, redactSetCookie(value)];
    if (URL_FIELDS.has(lower)) return [name, redactUrls(value, scanned)];
    return [name, SECRET_FIELDS.test(lower) ? 'x'.repeat(value.length) : value];
  });
}

/**
 * Replaces the value of a Set-Cookie field with a useless one of the same length. The properties that checks read stay
 * the same: whether the value looks random, is a JSON Web Token (RFC 7519), imitates a name prefix or contains a
 * control character.
 */
export function redactSetCookie(field: string): string {
  const end = field.includes(';') ? field.indexOf(';') : field.length;
  const pair = field.slice(0, end);
  const { name, value } = splitPair(pair);
  return pair.slice(0, pair.indexOf('=') + 1) + placeholder(name, value) + field.slice(end);
}

/** Alternating digits and letters, eight distinct ones: the minimum that counts as random. */
const RANDOM = '3r4d7c2e';

function placeholder(name: string, value: string): string {
  const { random, jwt, hiddenPrefix } = describeValue(name, value);
  const kept = hiddenPrefix?.length ?? (jwt ? 'eyJ'.length : 0);
  const hidden = value.slice(kept);
  const masked = random ? RANDOM.repeat(Math.ceil(hidden.length / RANDOM.length)) : '';
  const mask = (_char: string, index: number): string => (random ? (masked[index] ?? '') : 'x');
  const shown = value.slice(0, kept);
  if (jwt) return shown + hidden.replaceAll(NOT_SEPARATORS, mask);
  if (CONTROLS.test(hidden)) return shown + hidden.replaceAll(NOT_CONTROLS, mask);
  return shown + (random ? masked.slice(0, hidden.length) : 'x'.repeat(hidden.length));
}

/* oxlint-disable no-control-regex -- what browsers refuse in a cookie */
const CONTROLS = /[\0-\x1f\x7f]/u;
const NOT_CONTROLS = /[^\0-\x1f\x7f]/g;
const NOT_SEPARATORS = /[^\0-\x1f\x7f.]/g;
/* oxlint-enable no-control-regex */

/** Tokens with a recognizable shape: JSON Web Tokens (RFC 7519), the keys of well-known providers, and the public ones of Google. */
const TOKEN = new RegExp(
  String.raw`\beyJ[\w-]{8,2000}\.[\w-]{8,4000}\.[\w-]{0,2000}|\b(?:${STORED_KEY}|AIza[\w-]{35}|sk-[\w-]{32,})`,
  'gu',
);
const MAY_HAVE_TOKEN = new RegExp(`eyJ|AIza|sk-|${STORED_KEY_START}`, 'u');

/** Applies `redactUrls` and removes tokens that grant access, so that the text may be stored. */
export function redactText(text: string, scanned: string): string {
  const clean = redactUrls(text, scanned);
  return MAY_HAVE_TOKEN.test(clean)
    ? clean.replace(TOKEN, (token) => (scanned.includes(token) ? token : 'REDACTED'))
    : clean;
}

/**
 * Removes user names, passwords and the values of secret parameters from the URLs in a text.
 * @param scanned the URL that the caller submitted; whatever it contains is already known to them and stays
 */
export function redactUrls(text: string, scanned: string): string {
  if (!/[?&;#@%]|S\(/u.test(text)) return text;
  return text
    .replace(USER_INFO, '//')
    .replace(ENCODED_USER_INFO, '$1')
    .replace(SESSION_FOLDER, (whole, before: string) => (scanned.includes(whole) ? whole : `${before}REDACTED)`))
    .replace(SECRET_PARAMETER, (whole, parameter: string, value: string) =>
      scanned.includes(`${parameter.slice(1)}${value}`) ? whole : `${parameter}REDACTED`,
    )
    .replace(ENCODED_PARAMETER, (whole, parameter: string) =>
      scanned.includes(whole) ? whole : `${parameter}REDACTED`,
    );
}
