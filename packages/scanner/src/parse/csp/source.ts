/** One source expression of a CSP source list (CSP3 §2.3.1). */
export type CspSource =
  | { kind: 'keyword'; keyword: string }
  | { kind: 'nonce'; value: string }
  | { kind: 'hash'; algorithm: string; value: string }
  | { kind: 'scheme'; scheme: string }
  | { kind: 'host'; scheme: string | null; host: string; port: string | null; path: string | null }
  /** Browsers ignore what they cannot parse. */
  | { kind: 'invalid'; text: string };

const KEYWORDS = new Set([
  'none',
  'self',
  'unsafe-inline',
  'unsafe-eval',
  'wasm-unsafe-eval',
  'strict-dynamic',
  'unsafe-hashes',
  'report-sample',
  'inline-speculation-rules',
  'trusted-types-eval',
  'report-sha256',
  'report-sha384',
  'report-sha512',
  'unsafe-webtransport-hashes',
  'unsafe-allow-redirects',
]);

const NONCE = /^'nonce-([A-Za-z0-9+/_-]+={0,2})'$/i;
const HASH = /^'(sha256|sha384|sha512)-([A-Za-z0-9+/_-]+={0,2})'$/i;
const SCHEME = /^([a-z][a-z0-9+.-]*):$/i;
const HOST = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?)(?::(\d+|\*))?(\/.*)?$/i;
/** No expression of a working policy is this long. The limit bounds the work of every parser. */
const MAX_LENGTH = 4096;

export function parseSource(text: string): CspSource {
  if (text.length > MAX_LENGTH) return { kind: 'invalid', text: `${text.slice(0, 60)}…` };
  if (text.startsWith("'")) return parseQuoted(text);
  const scheme = SCHEME.exec(text)?.[1];
  if (scheme) return { kind: 'scheme', scheme: scheme.toLowerCase() };
  const host = HOST.exec(text);
  if (host?.[2]) {
    return {
      kind: 'host',
      scheme: host[1]?.toLowerCase() ?? null,
      host: host[2].toLowerCase(),
      port: host[3] ?? null,
      path: host[4] ?? null,
    };
  }
  return { kind: 'invalid', text };
}

function parseQuoted(text: string): CspSource {
  const keyword = text.slice(1, -1).toLowerCase();
  if (text.endsWith("'") && KEYWORDS.has(keyword)) return { kind: 'keyword', keyword };
  const nonce = NONCE.exec(text)?.[1];
  if (nonce) return { kind: 'nonce', value: nonce };
  const hash = HASH.exec(text);
  if (hash?.[1] && hash[2]) return { kind: 'hash', algorithm: hash[1].toLowerCase(), value: hash[2] };
  return { kind: 'invalid', text };
}

export function parseSources(tokens: readonly string[]): CspSource[] {
  return tokens.map(parseSource);
}

export function hasKeyword(sources: readonly CspSource[], keyword: string): boolean {
  return sources.some((source) => source.kind === 'keyword' && source.keyword === keyword);
}

/** Schemes in policies. Without its colon each is parsed as a host name that does not exist. */
const BARE_SCHEMES = new Set(['data', 'blob', 'https', 'http', 'wss', 'ws', 'mediastream', 'filesystem']);

/**
 * A keyword, nonce or hash without its quotes, or a scheme without its colon, is parsed as a host name: `self`, `none`,
 * `unsafe-inline`, `nonce-abc`, `data`.
 */
export function isReadAsHost(text: string): boolean {
  return intendedSource(text) !== null;
}

/** The expression that was meant by such a text. Nonces and hashes are case-sensitive. */
export function intendedSource(text: string): string | null {
  const lower = text.toLowerCase();
  if (BARE_SCHEMES.has(lower)) return `${lower}:`;
  if (KEYWORDS.has(lower)) return `'${lower}'`;
  return /^(nonce|sha256|sha384|sha512)-[A-Za-z0-9+/_=-]+$/i.test(text) ? `'${text}'` : null;
}
