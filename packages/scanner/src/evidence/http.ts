import { z } from 'zod';

/**
 * Header fields as received: original order, repeated fields kept, bytes decoded as latin-1. Only the values of cookies
 * and tokens are replaced by others of the same length (`without-secrets.ts`), because evidence is saved and shared.
 */
export const HeaderFields = z.array(z.tuple([z.string(), z.string()]));
export type HeaderFields = z.infer<typeof HeaderFields>;

export const HttpHop = z.object({
  url: z.string(),
  method: z.string(),
  address: z.string().nullable().describe('the checked address this hop was connected to'),
  status: z.int(),
  headers: HeaderFields,
  location: z
    .string()
    .nullable()
    .describe('absolute redirect target; null when not a redirect or not a usable http(s) URL'),
  lenient: z.boolean().describe('true if the response violated HTTP syntax and needed lenient parsing'),
  refresh: z
    .boolean()
    .default(false)
    .describe('the redirect was a refresh (meta element or header field), not a Location field'),
  http2: z.literal(true).optional().describe('requested over HTTP/2, because the server does not answer over HTTP/1.1'),
});
export type HttpHop = z.infer<typeof HttpHop>;

/** Whether the https server at this place answered. */
export function isHopAt({ url }: HttpHop, { host, port }: { host: string; port: number }): boolean {
  const at = new URL(url);
  const isHost = at.hostname.replaceAll(/^\[|\]$/gu, '') === host;
  return at.protocol === 'https:' && isHost && Number(at.port || 443) === port;
}

/** Why a chain of redirects stopped. */
export const ChainEnd = z.enum(['answered', 'loop', 'too_many_redirects', 'bad_location', 'no_answer', 'not_followed']);
export type ChainEnd = z.infer<typeof ChainEnd>;

/** The chain from the scanned URL to the final answer; the last hop is the one that is judged. */
export const HttpEvidence = z.object({
  hops: z.array(HttpHop).min(1),
  end: ChainEnd.describe('why the chain stopped'),
  body: z.object({
    bytes: z.int().describe('decoded bytes read'),
    truncated: z.boolean(),
    sha256: z.string(),
    content_type: z.string().nullable(),
    sniffed_type: z
      .string()
      .optional()
      .describe('without a valid Content-Type: the type that browsers give it by its first bytes'),
    signs: z
      .array(z.string())
      .default([])
      .describe('texts in it that identify pages of gatekeepers and platforms (data/gatekeepers.json)'),
  }),
});
export type HttpEvidence = z.infer<typeof HttpEvidence>;

/** The redirect chain that starts at `http://<host>/` (port 80). */
export const PlainHttpEvidence = z.object({
  hops: z.array(HttpHop).min(1),
  end: ChainEnd.describe(
    'as above; no_answer: the last redirect leads to a host that does not respond; not_followed: it leads to a port that we do not connect to',
  ),
});
export type PlainHttpEvidence = z.infer<typeof PlainHttpEvidence>;

/** Header blocks indexed by field name: a judgment reads about a hundred fields, and a block may have 5,000. */
const indexes = new WeakMap<HeaderFields, ReadonlyMap<string, readonly string[]>>();

/** Statuses that send the client elsewhere if there is a Location. */
export const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Values of one header field in the order received. The name is case-insensitive. */
export function fieldValues(headers: HeaderFields, name: string): string[] {
  let index = indexes.get(headers);
  if (!index) {
    index = indexOf(headers);
    indexes.set(headers, index);
  }
  return [...(index.get(name.toLowerCase()) ?? [])];
}

/** More than any honest value of a field that is evaluated as one text. */
const MAX_COMBINED = 4096;

/** The field's values, combined as browsers combine them (RFC 9110 §5.3). Null if the field is absent or empty. */
export function combinedValue(headers: HeaderFields, name: string): string | null {
  const value = fieldValues(headers, name).join(', ').trim().slice(0, MAX_COMBINED);
  return value === '' ? null : value;
}

function indexOf(headers: HeaderFields): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const [field, value] of headers) {
    const name = field.toLowerCase();
    const values = index.get(name);
    if (values) values.push(value);
    else index.set(name, [value]);
  }
  return index;
}

export function finalHop(http: HttpEvidence | PlainHttpEvidence): HttpHop {
  const last = http.hops.at(-1);
  if (!last) throw new Error('HTTP evidence has no hop');
  return last;
}

/** Too many requests, or a server behind the proxy that is not there: another answer is to be expected later. */
export function isTemporary(status: number): boolean {
  return [429, 502, 503, 504].includes(status) || (status >= 520 && status <= 530);
}
