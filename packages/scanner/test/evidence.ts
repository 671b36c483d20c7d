import { runCheck, type AnyCheck, type Verdict } from '../src/check.ts';
import { EVIDENCE_VERSION, type Evidence, type EvidenceKind, type EvidenceValue } from '../src/evidence.ts';
import { have, missing, type Gathered } from '../src/evidence/gathered.ts';
import type { FindFact } from '../src/facts/fact.ts';
import { sourcesOf } from '../src/facts/sources.ts';
import type { HeaderFields, HttpEvidence, HttpHop, PlainHttpEvidence } from '../src/evidence/http.ts';

/** A site for tests: `example.test`, with an https response without notable headers, and a redirect on port 80. */
export const HOST = 'example.test';
export const SCANNED_AT = '2026-11-21T12:00:00.000Z';

type Pieces = { [K in EvidenceKind]?: EvidenceValue<K> | Gathered<EvidenceValue<K>> };

export interface EvidenceOptions extends Pieces {
  target?: Partial<Evidence['target']>;
  scanned_at?: string;
  /** Shorthand: the header fields of the only response. Ignored if `http` is given. */
  headers?: HeaderFields;
  /** Shorthand: the status of the only response. Ignored if `http` is given. */
  status?: number;
}

/**
 * Complete evidence with defaults for everything that a test does not specify. A piece is a bare value, or
 * `have(…)`/`missing(…)`. Kinds without a sensible default are missing.
 */
export function evidenceWith(options: EvidenceOptions = {}): Evidence {
  const target = {
    url: `https://${options.target?.host ?? HOST}/`,
    scheme: 'https' as const,
    host: HOST,
    port: 443,
    registrable_domain: options.target?.host ?? HOST,
    ...options.target,
  };
  const answer = httpEvidence([
    hop({ url: target.url, status: options.status ?? 200, headers: options.headers ?? [] }),
  ]);
  return {
    version: EVIDENCE_VERSION,
    target,
    scanned_at: options.scanned_at ?? SCANNED_AT,
    duration_ms: 1234,
    allowed_cidrs: [],
    http: piece(options.http, have(answer)),
    plain_http: piece(options.plain_http, have(plainHttpRedirect(target.host))),
    tls: piece(options.tls, notBuilt),
    dns: piece(options.dns, notBuilt),
    cors: piece(options.cors, notBuilt),
    security_txt: piece(options.security_txt, notBuilt),
    page: piece(options.page, notBuilt),
    ...(options.browser === undefined ? {} : { browser: piece(options.browser, notBuilt) }),
  };
}

const notBuilt = missing('not_applicable', 'us', 'this test provides no such evidence');

function piece<T>(given: T | Gathered<T> | undefined, fallback: Gathered<T>): Gathered<T> {
  if (given === undefined) return fallback;
  return isGathered(given) ? given : have(given);
}

function isGathered<T>(value: T | Gathered<T>): value is Gathered<T> {
  return typeof value === 'object' && value !== null && 'ok' in value && typeof value.ok === 'boolean';
}

/** One response. `location` is derived from a Location field if the status redirects. */
export function hop(
  options: { url?: string; status?: number; headers?: HeaderFields; location?: string | null } = {},
): HttpHop {
  const url = options.url ?? `https://${HOST}/`;
  const status = options.status ?? 200;
  const headers = options.headers ?? [];
  const location = options.location === undefined ? redirectTarget(url, status, headers) : options.location;
  return { url, method: 'GET', address: '192.0.2.1', status, headers, location, lenient: false, refresh: false };
}

function redirectTarget(url: string, status: number, headers: HeaderFields): string | null {
  const value = headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
  if (value === undefined || ![301, 302, 303, 307, 308].includes(status)) return null;
  const target = URL.parse(value, url);
  return target && /^https?:$/.test(target.protocol) ? target.href : null;
}

export function httpEvidence(hops: HttpHop[], options: Partial<Omit<HttpEvidence, 'hops'>> = {}): HttpEvidence {
  const contentType = hops.at(-1)?.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null;
  return {
    hops,
    end: 'answered',
    body: { bytes: 100, truncated: false, sha256: '0'.repeat(64), content_type: contentType, signs: [] },
    ...options,
  };
}

/** Port 80 as recommended: one 301 to https on the same host. */
export function plainHttpRedirect(host: string = HOST): PlainHttpEvidence {
  return {
    hops: [
      hop({ url: `http://${host}/`, status: 301, headers: [['Location', `https://${host}/`]] }),
      hop({ url: `https://${host}/` }),
    ],
    end: 'answered',
  };
}

/** Runs one check on evidence built from `options`, and asserts what must be true of every verdict. */
export function judged(check: AnyCheck, options: EvidenceOptions = {}): Verdict | null {
  const verdict = runCheck(check, evidenceWith(options));
  if (verdict) assertComplete(verdict);
  return verdict;
}

/** Specification §2.2 and the contract, for any check. */
export function assertComplete(verdict: Verdict): void {
  const { status, deduction, fix, note, evidence } = verdict;
  const where = `${verdict.check.id} (${verdict.outcome ?? status})`;
  const free = status === 'good' || status === 'unknown';
  // A score must not depend on whether a browser was available.
  const weightless = free || verdict.check.id.startsWith('browser/');
  if (weightless !== (deduction === 0)) throw new Error(`${where}: ${status} with a deduction of ${deduction}`);
  if (['weak', 'warn', 'unknown'].includes(status) && !note) throw new Error(`${where}: ${status} without a note`);
  if (!free && !fix) throw new Error(`${where}: no fix`);
  if (free && fix !== null) throw new Error(`${where}: a fix for a good outcome`);
  if (evidence.length > 200) throw new Error(`${where}: ${evidence.length} lines of evidence`);
}

/** An empty page, to be completed by a test. */
export function pageWith(facts: Partial<EvidenceValue<'page'>> = {}): EvidenceValue<'page'> {
  return {
    url: `https://${HOST}/`,
    content_type: 'text/html; charset=utf-8',
    charset: 'utf-8',
    bytes: 100,
    title: null,
    text_length: null,
    links: null,
    text_says: [],
    text_beside_title: 0,
    text_fields: 0,
    cut_by: [],
    base: null,
    resources: [],
    resources_total: 0,
    hints: [],
    inline_scripts: 0,
    inline_scripts_with_nonce: 0,
    inline_script_hashes: [],
    inline_scripts_hashed: 0,
    inline_script_urls: [],
    script_endpoints: [],
    script_cookies: [],
    meta_cookies: [],
    data_kinds: [],
    inline_styles: 0,
    style_attributes: 0,
    inline_handlers: 0,
    javascript_urls: 0,
    card_fields: [],
    personal_fields: [],
    payment_places: [],
    forms: [],
    password_fields: 0,
    meta_csp: [],
    meta_csp_ignored: [],
    meta_referrer: [],
    meta_refresh: null,
    meta_refresh_seconds: null,
    generator: [],
    libraries: [],
    scripts_read: 0,
    opener_links: [],
    ...facts,
  };
}

/** The facts of evidence built from `options`. */
export function factsOf(options: EvidenceOptions = {}): FindFact {
  return sourcesOf(evidenceWith(options));
}
