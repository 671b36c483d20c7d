import { TOKEN } from './token.ts';
import type { CorsProbe } from '../../evidence/cors.ts';

/** What one response allows the requesting origin to do, according to Fetch §3.2 "CORS check". */
export interface CorsGrant {
  kind: 'none' | 'star' | 'echo' | 'other' | 'invalid';
  /** Whether the response allows the null origin, whatever origin the request had. */
  nullOrigin: boolean;
  /** `Access-Control-Allow-Credentials: true`, case-sensitive. */
  credentials: boolean;
  /** The value of Access-Control-Allow-Origin. */
  value: string;
  /** The fields as sent, for evidence. */
  text: string;
}

export function readGrant(probe: CorsProbe): CorsGrant {
  // Browsers join several fields first. The result matches nothing, even if the fields are equal.
  const value = probe.allow_origin.join(', ').trim();
  const credentials = probe.allow_credentials.join(', ').trim() === 'true';
  const text = [
    `${probe.method} with Origin: ${probe.origin}`,
    ...probe.allow_origin.map((one) => `Access-Control-Allow-Origin: ${one}`),
    ...probe.allow_credentials.map((one) => `Access-Control-Allow-Credentials: ${one}`),
  ].join(' → ');
  return { kind: kindOf(value, probe.origin), nullOrigin: value === 'null', credentials, value, text };
}

function kindOf(value: string, origin: string): CorsGrant['kind'] {
  if (value === '') return 'none';
  if (value === '*') return 'star';
  if (value === origin) return 'echo';
  return value === 'null' || isSerializedOrigin(value) ? 'other' : 'invalid';
}

/**
 * Whether the value is a serialized origin: scheme, host and port, and nothing else. Browsers compare it with the caller's
 * origin byte for byte (Fetch §4.9): `https://a.example/` and `https://*.a.example` never fit.
 */
export function isSerializedOrigin(value: string): boolean {
  const url = URL.parse(value);
  if (!url || url.hostname.includes('*')) return false;
  // Schemes that the URL standard does not know (`capacitor://localhost`) have the opaque origin `null` there.
  return url.origin === value || (url.origin === 'null' && value === `${url.protocol}//${url.host}`);
}

/** `http://app.example`: an attacker on the visitor's network can serve it. The visitor's own computer is not on it. */
export function isClearOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url?.protocol === 'http:' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\]|.*\.localhost)$/u.test(url.hostname);
}

/** Whether the response tells caches that it varies by origin. */
export function variesByOrigin(probe: CorsProbe): boolean {
  const names = probe.vary.flatMap((value) => value.split(',')).map((name) => name.trim().toLowerCase());
  return names.includes('origin') || names.includes('*');
}

/** Requests that browsers send without a preflight request (Fetch §2.2.1). */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);
const SAFE_HEADERS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'content-language', 'range']);

/**
 * Whether a preflight response permits anything that needs one (Fetch §4.8): another method, or another header.
 * Content-Type is one, because a JSON body needs it. Methods are case-sensitive, and a wildcard counts without credentials
 * only.
 */
export function permitsMore(probe: CorsProbe, withCredentials: boolean): boolean {
  if (malformedList(probe) !== null) return false;
  const counts = (one: string): boolean => !(withCredentials && one === '*');
  return (
    membersOf(probe.allow_methods).some((method) => counts(method) && !SAFE_METHODS.has(method)) ||
    membersOf(probe.allow_headers).some((header) => counts(header) && !SAFE_HEADERS.has(header.toLowerCase()))
  );
}

/**
 * The field that makes browsers reject the preflight response: not a list of names (`GET POST PUT`, `"PUT"`). Fetch §4.8,
 * "if either methods or headerNames is failure".
 */
export function malformedList(probe: CorsProbe): string | null {
  const isList = (values: readonly string[]): boolean => membersOf(values).every((one) => TOKEN.test(one));
  if (!isList(probe.allow_methods)) return 'Access-Control-Allow-Methods';
  return isList(probe.allow_headers) ? null : 'Access-Control-Allow-Headers';
}

function membersOf(values: readonly string[]): string[] {
  return values
    .flatMap((value) => value.split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
