import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { startLab, type Lab } from '@palisade/lab/lab';
import { actionsOf } from '@palisade/report/actions';
import type { ScanReport } from '@palisade/report/report';
import { ALL_CHECKS } from '@palisade/scanner/checks/all';
import { scan } from '@palisade/scanner/scan';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWebServer, webServerOrSkip, type WebServer } from './web-servers.ts';

/**
 * Every snippet is pasted into the real server in front of an application that sends a different value, or none, and
 * the site is scanned again. When a field is repeated, browsers use the first for some headers and the last for others, so
 * a snippet works only if it replaces the field.
 */
const PAGE = `<!doctype html><html lang="en"><head><title>Shop</title>
<link rel="stylesheet" href="https://fonts.googleapis.com/css2?family=Inter">
<script>window.ready = true;</script></head>
<body style="margin:0"><form action="/login" method="post"><input type="password" name="p"></form></body></html>`;

type Fields = readonly (readonly [name: string, value: string])[];
const APPLICATIONS: Readonly<Record<string, Fields>> = {
  bare: [],
  /** Each with a value that stays in force when another field is added before or after it. */
  bad: [
    ['Strict-Transport-Security', 'max-age=60'],
    ['X-Content-Type-Options', 'sniff'],
    ['X-Frame-Options', 'ALLOW-FROM https://a.example'],
    ['Referrer-Policy', 'unsafe-url'],
    ['Permissions-Policy', 'camera=*'],
    ['Content-Security-Policy', "default-src * 'unsafe-inline' 'unsafe-eval'; frame-ancestors *"],
    ['Access-Control-Allow-Origin', '*'],
    ['Cache-Control', 'public, max-age=600'],
    ['Clear-Site-Data', 'cookies'],
  ],
  /** A framework and a plug-in that both send the field, and obsolete fields. */
  twofold: [
    ['Strict-Transport-Security', 'max-age=0'],
    ['Strict-Transport-Security', 'max-age=63072000'],
    ['X-Content-Type-Options', 'none'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['X-Frame-Options', 'ALLOWALL'],
    ['Referrer-Policy', 'no-referrer'],
    ['Referrer-Policy', 'no-referrer-when-downgrade'],
    ['Permissions-Policy', 'geolocation=*'],
    ['Permissions-Policy', 'camera=*'],
    ['Content-Security-Policy', "script-src 'unsafe-inline' https:"],
    ['Content-Security-Policy', 'upgrade-insecure-requests'],
    ['Cache-Control', 'max-age=600'],
    ['Cache-Control', 'public'],
    ['X-XSS-Protection', '1; mode=block'],
    ['Feature-Policy', "camera 'self'"],
    ['Expect-CT', 'max-age=86400, enforce'],
    ['Public-Key-Pins', 'pin-sha256="x"; max-age=5184000'],
  ],
  /** The remaining outcomes: each is produced by at least one application. */
  strange: [
    ['Strict-Transport-Security', 'max-age=31536000, includeSubDomains'],
    ['X-Content-Type-Options', 'no-sniff'],
    ['X-Frame-Options', 'DENY;'],
    ['Referrer-Policy', 'origin'],
    ['Permissions-Policy', "camera 'none'"],
    ['Content-Security-Policy', "default-src 'self' https://ajax.googleapis.com 'unsafe-eval'"],
    ['Access-Control-Allow-Origin', '*'],
    ['Access-Control-Allow-Credentials', 'true'],
    ['Cache-Control', 'no-cache'],
    ['Clear-Site-Data', '*'],
  ],
  odd: [
    ['Strict-Transport-Security', 'max-age=2592000'],
    ['Referrer-Policy', 'never'],
    ['Permissions-Policy', 'interest-cohort=()'],
    ['Content-Security-Policy', "script-src data: http: 'self'; object-src *; base-uri *; frame-src *"],
    ['Cache-Control', 'private, max-age=600'],
  ],
  empty: [
    ['Strict-Transport-Security', ''],
    ['X-Content-Type-Options', ''],
    ['X-Frame-Options', ''],
    ['Referrer-Policy', ''],
    ['Permissions-Policy', ''],
    ['Content-Security-Policy', "script-src 'strict-dynamic'; style-src *"],
    ['Cache-Control', ''],
  ],
  /** No page: framing it is harmless, and the fix is the same. */
  data: [['Content-Type', 'application/json']],
  good: [
    ['Strict-Transport-Security', 'max-age=63072000; includeSubDomains'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'no-referrer'],
    ['Permissions-Policy', 'camera=(), microphone=()'],
    ['Cache-Control', 'no-store'],
  ],
};
/** Only for their outcomes; the block of all fixes is tested on the others. */
const REST: ReadonlySet<string> = new Set(['strange', 'odd', 'empty', 'data']);
const SERVERS: readonly WebServer[] = ['nginx', 'apache', 'caddy'];
const ADDRESSES: Readonly<Record<WebServer, string>> = {
  nginx: '127.78.1.1',
  apache: '127.78.1.2',
  caddy: '127.78.1.3',
};
const PORT = 8443;
const names = Object.keys(APPLICATIONS);
/** Each fix by itself, and the one block that fixes everything. */
const WAYS = ['single', 'block'] as const;
type Way = (typeof WAYS)[number];
/** nginx: a location with its own `add_header`; `repeated` includes the fixes there too, as the snippet says. */
const TRAPS = ['fallen', 'repeated'] as const;
const hostOf = (server: WebServer, application: string, way: Way) => `${way}.${application}.${server}.test`;

let lab: Lab;
const upstreams = new Map<string, { server: Server; port: number }>();
const before = new Map<string, ScanReport>();
const scanOf = async (url: string): Promise<ScanReport> =>
  (await scan(url, { policy: lab.policy, timeoutMs: 15_000 })).report;

function answer(application: string) {
  const fields = APPLICATIONS[application] ?? [];
  const typed = fields.some(([field]) => field === 'Content-Type');
  return [...(typed ? [] : [['Content-Type', 'text/html; charset=utf-8']]), ...fields] as [string, string][];
}

function pastedInto(server: WebServer, report: ScanReport | undefined, way: Way): string[] {
  if (!report) return [];
  if (way === 'single') return Object.values(report.fix_snippets ?? {}).map((snippets) => snippets[server]);
  return actionsOf(report).flatMap(({ blocks }) =>
    blocks.filter((block) => block.server === server).map(({ text }) => text),
  );
}

beforeAll(async () => {
  lab = await startLab({
    sites: names.map((name) => ({ host: `${name}.test`, https: { headers: answer(name), body: PAGE } })),
    records: SERVERS.flatMap((server) => [
      ...TRAPS.map((trap) => `${trap}.bad.${server}.test A ${ADDRESSES[server]}`),
      ...names.flatMap((name) => WAYS.map((way) => `${hostOf(server, name, way)} A ${ADDRESSES[server]}`)),
    ]),
    allowCidrs: ['127.77.0.0/16', '127.78.1.0/24'],
  });
  for (const name of names) {
    const server = createServer((_request, response) => {
      for (const [field, value] of answer(name)) response.appendHeader(field, value);
      response.end(PAGE);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    upstreams.set(name, { server, port: (server.address() as AddressInfo).port });
    before.set(name, await scanOf(lab.url(`${name}.test`)));
  }
});

afterAll(async () => {
  for (const { server } of upstreams.values()) server.close();
  await lab.close();
});

/** Without a snippet: about the scan's redirects, the page's markup, or a field for CDNs. */
const ELSEWHERE = /^(?:no_https|literal|other_host|not_at_first|element_.+|report_only|(?:missing_)?targeted)$/u;
/** About the policy, which has one fix for all of them. */
const POLICY = new Set(['headers/content-security-policy']);

it('the applications produce every outcome of a response field', () => {
  const met = new Set(
    [...before.values()].flatMap(({ headers }) =>
      Object.entries(headers).map(([field, { outcome }]) => `headers/${field.toLowerCase()} ${outcome}`),
    ),
  );
  const wanted = ALL_CHECKS.filter(({ header, id }) => header !== undefined && !POLICY.has(id)).flatMap((check) =>
    Object.entries(check.outcomes)
      .filter(([outcome, { status }]) => status !== 'good' && !ELSEWHERE.test(outcome))
      .map(([outcome]) => `${check.id} ${outcome}`),
  );
  expect(wanted.length).toBeGreaterThan(20);
  expect(wanted.filter((one) => !met.has(one))).toEqual([]);
});

const here = SERVERS.filter(webServerOrSkip);
describe.each(here)('pasted into %s', (server) => {
  let running: { close(): Promise<void> };
  beforeAll(async () => {
    const hosts = names.flatMap((name) =>
      WAYS.map((way) => ({
        host: hostOf(server, name, way),
        upstream: `http://127.0.0.1:${upstreams.get(name)?.port}`,
        pasted: pastedInto(server, before.get(name), way),
      })),
    );
    const fixes = pastedInto(server, before.get('bad'), 'single');
    const traps = TRAPS.map((trap) => ({
      host: `${trap}.bad.${server}.test`,
      upstream: `http://127.0.0.1:${upstreams.get('bad')?.port}`,
      pasted: fixes,
      inLocation: ['add_header X-Own "1";', ...(trap === 'repeated' ? fixes : [])],
    }));
    if (server === 'nginx') hosts.push(...traps);
    const { key, chainPem } = await lab.ca.issue({ names: hosts.map(({ host }) => host) });
    running = await startWebServer(server, { address: ADDRESSES[server], port: PORT, hosts, keyPem: key, chainPem });
  });
  afterAll(() => running.close());

  const cases = names.flatMap((name) =>
    (REST.has(name) ? ['single' as const] : WAYS).map((way) => [name, way] as const),
  );
  it.each(cases)('every fix for the %s application works, as %s', async (name, way) => {
    const fixed = Object.keys(before.get(name)?.fix_snippets ?? {});
    expect(fixed.length).toBeGreaterThan(name === 'good' ? 0 : 4);
    const after = await scanOf(`https://${hostOf(server, name, way)}:${PORT}/`);
    const faults = Object.entries(after.headers).filter(([, { status }]) => status !== 'good');
    expect(faults.map(([field, { status, value }]) => `${field}: ${status}: ${value}`)).toEqual([]);
    for (const field of fixed) expect(after.headers[field], field).toMatchObject({ status: 'good', present: true });
  });

  const blocks = server === 'nginx' ? ['a location with an add_header of its own'] : [];
  it.each(blocks)('%s disables the fixes until it includes them too', async () => {
    const at = (trap: string) => scanOf(`https://${trap}.bad.${server}.test:${PORT}/`);
    const [fallen, repeated] = [await at('fallen'), await at('repeated')];
    const fixed = Object.keys(before.get('bad')?.fix_snippets ?? {});
    expect(fixed.filter((field) => fallen.headers[field]?.present)).toEqual([]);
    for (const field of fixed) expect(repeated.headers[field], field).toMatchObject({ status: 'good', present: true });
    expect(before.get('bad')?.fix_snippets?.['X-Content-Type-Options']?.nginx).toContain('again in every location');
  });
});
