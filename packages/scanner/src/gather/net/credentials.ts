import { TOKEN } from '../../parse/headers/token.ts';
import type { HttpRequestOptions } from './egress.ts';

/**
 * Credentials that the caller gives for a protected site: header fields and a client certificate. They are sent only to
 * the origin of the scanned URL, whatever a redirect says. Only the egress adds them.
 */
export interface Credentials {
  headers: readonly (readonly [name: string, value: string])[];
  /** PEM. */
  clientCertificate?: { cert: string; key: string; passphrase?: string };
}

/** Fields of the connection and of the message's framing (RFC 9110 §7.6.1, RFC 9112 §6): they are not the caller's to set. */
const FRAMING =
  /^(?:host|connection|keep-alive|proxy-.+|te|trailer|transfer-encoding|upgrade|content-length|expect|http2-settings)$/iu;

/** @throws Error in one line when it is no field that may be sent */
export function credentialHeader(name: string, given: string): readonly [name: string, value: string] {
  const value = given.trim();
  if (!TOKEN.test(name)) throw new Error(`"${name}" is not the name of a header field`);
  if (FRAMING.test(name)) throw new Error(`${name} belongs to the connection and cannot be set`);
  // Visible octets, blanks and tabs (RFC 9110 §5.5): no line can be added.
  if (!/^[\t\u0020-\u007e\u0080-\u00ff]*$/u.test(value)) {
    throw new Error(`the value of ${name} contains a line break or another character that is not allowed in a header`);
  }
  return [name, value];
}

/** Secret values, which must be masked if a response echoes them. */
export function secretsOf({ headers, clientCertificate }: Credentials): string[] {
  const values = headers.flatMap(([name, value]) => {
    if (name.toLowerCase() === 'cookie')
      return value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
    const scheme = /^(?:basic|bearer|digest|token)\s+(.+)$/iu.exec(value)?.[1];
    const plain = /^basic\s/iu.test(value) ? Buffer.from(scheme ?? '', 'base64').toString('utf8') : undefined;
    return [value, scheme, plain, plain?.slice(plain.indexOf(':') + 1)];
  });
  return [...values, clientCertificate?.passphrase].filter((value) => value !== undefined && value !== '') as string[];
}

/** The fields of one request with the caller's: theirs replace ours, cookies are joined. */
export function withCredentials(
  headers: HttpRequestOptions['headers'],
  credentials: Credentials,
): Record<string, string> {
  const result = new Map(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), [name, value]]));
  for (const [name, value] of credentials.headers) {
    const before = result.get(name.toLowerCase())?.[1];
    const joined =
      name.toLowerCase() === 'cookie' && before !== undefined && before !== '' ? `${value}; ${before}` : value;
    result.set(name.toLowerCase(), [name, joined]);
  }
  return Object.fromEntries([...result.values()] as [string, string][]);
}
