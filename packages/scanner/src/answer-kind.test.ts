import { expect, it } from 'vitest';
import { evidenceWith, httpEvidence, hop } from '../test/evidence.ts';
import { notAPage } from './answer-kind.ts';
import { judge } from './judge.ts';

const answered = (type: string | null) =>
  httpEvidence([hop({ headers: type === null ? [] : [['Content-Type', type]] })]);

it.each<[string | null, string | null]>([
  ['application/json; charset=utf-8', 'application/json'],
  ['APPLICATION/PROBLEM+JSON', 'application/problem+json'],
  ['text/plain', 'text/plain'],
  ['application/octet-stream', 'application/octet-stream'],
  ['text/html; charset=utf-8', null],
  ['application/xhtml+xml', null],
  ['image/svg+xml', null],
  ['application/xml', 'application/xml'],
  [' text/html', null],
  ['', null],
  [null, null],
])('%s: %s', (type, kind) => {
  expect(notAPage(answered(type))).toBe(kind);
});

it.each<[string | null, string | undefined, string | null]>([
  [null, 'text/plain', 'text/plain'],
  ['*/*', 'application/octet-stream', 'application/octet-stream'],
  [null, 'text/html', null],
  // Evidence of an older engine.
  [null, undefined, null],
  ['application/json', 'text/plain', 'application/json'],
])('%s, by its bytes %s: %s', (type, sniffed, kind) => {
  const http = answered(type);
  const body = { ...http.body, ...(sniffed === undefined ? {} : { sniffed_type: sniffed }) };
  expect(notAPage({ ...http, body })).toBe(kind);
});

it('data without a type is not charged as a page', () => {
  const http = answered(null);
  const body = { ...http.body, bytes: 30, sniffed_type: 'text/plain' };
  const { headers } = judge(evidenceWith({ http: { ...http, body } }), 'id');
  expect(costOf(headers)).toBe(10);
  expect(headers['Content-Security-Policy']).toMatchObject({
    fix: expect.stringContaining("default-src 'none'") as string,
    note: expect.stringContaining('has no valid Content-Type, and browsers take it for text/plain') as string,
  });
});

const FIELDS = ['Content-Security-Policy', 'X-Frame-Options', 'Permissions-Policy', 'Referrer-Policy'];
const headersOf = (type: string | null, more: [string, string][] = [], bytes = 100) => {
  const http = answered(type);
  http.hops[0]?.headers.push(...more);
  return judge(evidenceWith({ http: { ...http, body: { ...http.body, bytes } } }), 'id').headers;
};
const costOf = (headers: ReturnType<typeof headersOf>) =>
  FIELDS.reduce((sum, name) => sum + (headers[name]?.deduction ?? 0), 0);

it.each([
  ['application/json', 10, 'not a page: browsers show it as text and run nothing in it'],
  ['application/vnd.api+json; charset=utf-8', 10, 'The response is application/vnd.api+json, not a page'],
  ['application/problem+json', 10, 'not a page'],
  ['application/xml', 10, 'not a page: browsers show it as data'],
  ['application/rss+xml', 10, 'not a page: browsers show it as data'],
  ['application/pdf', 10, 'not a page: browsers show it in their own viewer'],
  ['application/octet-stream', 10, 'not a page: browsers save it as a file'],
  ['application/x-ndjson', 10, 'not a page: browsers save it as a file'],
  ['text/csv', 10, 'not a page: browsers show it as text'],
  ['image/png', 10, 'not a page: browsers show or play it'],
  // MIME Sniffing §7: never taken for HTML, so there is nothing to run.
  ['text/plain', 10, 'The response is text/plain, not a page: browsers display it and run nothing in it'],
  ['text/plain; charset=utf-8', 10, 'not a page'],
])('%s: page headers cost %d in total, and the notes give the reason', (type, cost, words) => {
  const headers = headersOf(type);
  expect(costOf(headers)).toBe(cost);
  for (const name of FIELDS)
    expect(headers[name]).toMatchObject({ status: 'missing', note: expect.stringContaining(words) });
});

it.each([['text/html'], ['application/xhtml+xml'], ['image/svg+xml'], [null]])('%s is a page', (type) => {
  const headers = headersOf(type);
  expect(costOf(headers)).toBe(43);
  for (const name of FIELDS) expect(headers[name]?.note ?? '').not.toContain('no page');
});

it('an empty response gets a note and is judged as a page', () => {
  const headers = headersOf('text/html', [], 0);
  expect(costOf(headers)).toBe(43);
  expect(headers['Content-Security-Policy']?.note).toContain('The response is empty');
});

it('for data, a faulty field costs no more than a missing one, and other fields cost the same as for a page', () => {
  const json = headersOf('application/json', [
    ['Content-Security-Policy', "default-src * 'unsafe-inline'"],
    ['X-Frame-Options', 'ALLOWALL'],
    ['Referrer-Policy', 'unsafe-url'],
    ['Permissions-Policy', 'nonsense!'],
  ]);
  // Specification §3: the full deduction where a field is missing, a part of it where it is weak.
  const missing = headersOf('application/json');
  for (const name of FIELDS) {
    expect(json[name]?.status).toMatch(/weak|warn|bad/u);
    expect(json[name]?.deduction).toBeGreaterThan(0);
    expect(json[name]?.deduction).toBeLessThan(missing[name]?.deduction ?? 0);
  }
  for (const name of ['Strict-Transport-Security', 'X-Content-Type-Options']) {
    expect(json[name]?.note ?? '').not.toContain('no page');
    expect(json[name]?.deduction).toBe(headersOf('text/html')[name]?.deduction);
  }
});

it.each([204, 205])('a %d shows no document, so page headers cost little', (status) => {
  const http = httpEvidence([hop({ status })], { body: { ...httpEvidence([]).body, bytes: 0 } });
  const { headers } = judge(evidenceWith({ http }), 'id');
  expect(costOf(headers)).toBe(10);
  expect(headers['Content-Security-Policy']?.note).toContain('The response has no content');
});

it.each<[string, string | null, number, string | null]>([
  ['attachment; filename="export.html"', 'text/html', 200, 'download'],
  ['attachment', null, 200, 'download'],
  ['attachment', 'application/json', 200, 'download'],
  ['inline; filename="a.html"', 'text/html', 200, null],
  // Browsers show errors.
  ['attachment', 'text/html', 404, null],
])('Content-Disposition: %s, %s, status %d', (disposition, type, status, kind) => {
  const headers: [string, string][] = [['Content-Disposition', disposition]];
  if (type !== null) headers.push(['Content-Type', type]);
  expect(notAPage(httpEvidence([hop({ status, headers })]))).toBe(kind);
});

it('a download is not judged as a page', () => {
  const headers = headersOf('text/html', [['Content-Disposition', 'attachment; filename="a.html"']]);
  expect(costOf(headers)).toBe(10);
  expect(headers['Content-Security-Policy']?.note).toContain('The response is a download');
});

// OWASP REST Security Cheat Sheet, "Security headers".
it('data loads nothing and is in no frame, so its fixes forbid everything and speak of no markup', () => {
  const json = headersOf('application/json');
  expect(json['Content-Security-Policy']).toMatchObject({
    fix: "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  });
  expect(json['Content-Security-Policy']?.note).not.toContain('markup');
  expect(json['X-Frame-Options']?.fix).toBe('DENY');
  // These have style sheets, viewers or content of their own.
  for (const type of ['application/xml', 'application/pdf', 'text/html'])
    expect(headersOf(type)['X-Frame-Options']?.fix).toBe('SAMEORIGIN');
});
