import type { Exchange, Transcript } from '@palisade/report/transcript';
import type { Evidence } from './evidence.ts';
import type { CorsProbe } from './evidence/cors.ts';
import type { HttpHop } from './evidence/http.ts';
import type { SecurityTxtAttempt } from './evidence/security-txt.ts';
import { dnsLines } from './transcript/dns-lines.ts';
import { tlsLines } from './transcript/tls-lines.ts';

/** The evidence as requests and responses. */
export function transcriptOf(evidence: Evidence): Transcript {
  const { http, plain_http: plain, cors, security_txt: contact, dns, tls } = evidence;
  const agent = evidence.user_agent ?? null;
  const hops = [...(http.ok ? http.value.hops : []), ...(plain.ok ? plain.value.hops : [])];
  const ended = Date.parse(evidence.scanned_at) + evidence.duration_ms;
  return {
    user_agent: agent,
    started_at: evidence.scanned_at,
    ended_at: new Date(ended).toISOString(),
    addresses: [...new Set(hops.flatMap(({ address }) => address ?? []))],
    exchanges: [
      ...(http.ok ? http.value.hops.map((hop) => ofHop('The page', hop, agent)) : []),
      ...(plain.ok
        ? plain.value.hops.map((hop) => ofHop('The same host over plain http', hop, agent))
        : [failed('The same host over plain http', `http://${evidence.target.host}/`, plain.reason)]),
      ...(cors.ok
        ? cors.value.probes.map((probe) =>
            ofProbe({ url: cors.value.url, http2: spokenAt(cors.value.url, hops) }, probe, agent),
          )
        : []),
      ...(contact.ok
        ? contact.value.attempts.map((attempt) => ofAttempt(attempt, agent, spokenAt(attempt.url, hops)))
        : []),
    ],
    dns: dns.ok ? dnsLines(dns.value) : [dns.reason],
    tls: tls.ok ? tlsLines(tls.value) : [tls.reason],
  };
}

/** Whether the pages of that origin came over HTTP/2. */
function spokenAt(url: string, hops: readonly HttpHop[]): boolean {
  const { origin } = new URL(url);
  return hops.some((hop) => hop.http2 === true && new URL(hop.url).origin === origin);
}

interface Request {
  method: string;
  url: string;
  /** Of the scanner; null if it is not known, or nothing was sent. */
  agent: string | null;
  /** In HTTP/2 the host is no field (RFC 9113 §8.3.1), and names are written in lower case. */
  http2?: boolean | undefined;
}

function requestLines({ method, url: address, agent, http2 }: Request, more: readonly string[] = []): string[] {
  const url = new URL(address);
  return [
    `${method} ${http2 ? url.href : `${url.pathname}${url.search}`} HTTP/${http2 ? '2' : '1.1'}`,
    ...(http2 ? [] : [`Host: ${url.host}`]),
    ...(agent === null ? [] : [`User-Agent: ${agent}`]),
    ...more,
  ];
}

function ofHop(
  about: string,
  { url, method, address, status, headers, refresh, http2 }: HttpHop,
  agent: string | null,
): Exchange {
  const { protocol } = new URL(url);
  return {
    about: `${about}, over ${protocol === 'https:' ? 'https' : 'http'}`,
    address,
    request: requestLines({ method, url, agent, http2 }),
    answer: [
      `HTTP status ${status}`,
      ...headers.map(([name, value]) => `${name}: ${value}`),
      ...(refresh ? ['(the page redirects with a refresh)'] : []),
    ],
  };
}

const PROBES: Readonly<Record<CorsProbe['kind'], string>> = {
  foreign: 'CORS request from a foreign origin',
  null: 'CORS request from the null origin',
  lookalike: 'CORS request from a lookalike domain',
  clear: 'CORS request from a subdomain over plain http',
  preflight: 'CORS preflight request',
};

function ofProbe(page: Pick<Request, 'url' | 'http2'>, probe: CorsProbe, agent: string | null): Exchange {
  const fields = [
    ['Access-Control-Allow-Origin', probe.allow_origin],
    ['Access-Control-Allow-Credentials', probe.allow_credentials],
    ['Access-Control-Allow-Methods', probe.allow_methods],
    ['Access-Control-Allow-Headers', probe.allow_headers],
    ['Vary', probe.vary],
  ] as const;
  const granted = fields.flatMap(([name, values]) => values.map((value) => `${name}: ${value}`));
  return {
    about: PROBES[probe.kind],
    address: null,
    request: requestLines({ ...page, method: probe.method, agent }, [`Origin: ${probe.origin}`]),
    answer: [`HTTP status ${probe.status}`, ...(granted.length > 0 ? granted : ['(no Access-Control header)'])],
  };
}

const BODY_LINES = 12;

function ofAttempt(attempt: SecurityTxtAttempt, agent: string | null, http2: boolean): Exchange {
  const { url, chain, status, content_type: type, body, failure } = attempt;
  const lines = body === null ? [] : body.split(/\r?\n/u);
  return {
    about: 'security.txt',
    address: null,
    request: requestLines({ method: 'GET', url, agent, http2 }),
    answer: [
      ...(chain.length > 1 ? [`(via ${chain.slice(1).join(', ')})`] : []),
      status === null ? `(no response: ${failure ?? 'no reason recorded'})` : `HTTP status ${status}`,
      ...(type === null ? [] : [`Content-Type: ${type}`]),
      ...(lines.length === 0 ? [] : ['', ...lines.slice(0, BODY_LINES)]),
      ...(lines.length > BODY_LINES ? [`(${lines.length - BODY_LINES} more lines)`] : []),
    ],
  };
}

function failed(about: string, url: string, reason: string): Exchange {
  return {
    about,
    address: null,
    request: requestLines({ method: 'GET', url, agent: null }),
    answer: [`(no response: ${reason})`],
  };
}
