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
  ['application/xml', null],
  [' text/html', null],
  ['', null],
  [null, null],
])('%s: %s', (type, kind) => {
  expect(notAPage(answered(type))).toBe(kind);
});

it('an answer that is no page says so where a field of pages is missing, and costs what the specification says', () => {
  const json = judge(evidenceWith({ http: answered('application/json') }), 'id').headers;
  const html = judge(evidenceWith({ http: answered('text/html') }), 'id').headers;
  for (const name of ['Content-Security-Policy', 'X-Frame-Options', 'Permissions-Policy', 'Referrer-Policy']) {
    expect(json[name]?.note).toContain('The answer is application/json, which is no page');
    expect(html[name]?.note ?? '').not.toContain('no page');
    expect(json[name]?.deduction).toBe(html[name]?.deduction);
  }
  expect(json['Strict-Transport-Security']?.note ?? '').not.toContain('no page');
  expect(json['X-Content-Type-Options']?.note ?? '').not.toContain('no page');
});
