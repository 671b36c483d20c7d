import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DmarcEvidence } from '../../evidence/dns.ts';
import { discoverDmarc, dmarcWalk } from './dmarc-policy.ts';

describe('the tree walk', () => {
  test.each([
    ['example.com', ['example.com', 'com']],
    ['a.mail.example.com', ['a.mail.example.com', 'mail.example.com', 'example.com', 'com']],
    // RFC 9989 §4.10: ten labels cost eight queries.
    [
      'a.b.c.d.e.f.g.h.example.com',
      [
        'a.b.c.d.e.f.g.h.example.com',
        'd.e.f.g.h.example.com',
        'e.f.g.h.example.com',
        'f.g.h.example.com',
        'g.h.example.com',
        'h.example.com',
        'example.com',
        'com',
      ],
    ],
    ['com', ['com']],
  ])('%s', (domain, names) => {
    expect(dmarcWalk(domain)).toEqual(names);
  });

  test('has at most eight names, starts at the domain and ends at its last label', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'bc', 'd-e'), { minLength: 1, maxLength: 40 }), (labels) => {
        const walk = dmarcWalk(labels.join('.'));
        expect(walk.length).toBeLessThanOrEqual(8);
        expect([walk[0], walk.at(-1)]).toEqual([labels.join('.'), labels.at(-1)]);
      }),
    );
  });
});

function walked(domain: string, records: Record<string, string | string[] | null>): DmarcEvidence {
  const walk = dmarcWalk(domain).map((name) => {
    const given = records[name];
    const texts = given === undefined || given === null ? [] : [given].flat();
    const state = given === null ? ('unknown' as const) : texts.length > 0 ? ('present' as const) : ('absent' as const);
    return {
      name: `_dmarc.${name}`,
      state,
      records: texts,
      authenticated: false,
      nxdomain: false,
      reason: given === null ? 'it failed' : null,
    };
  });
  return { walk, report_hosts: [] };
}

const reject = 'v=DMARC1; p=reject';
const none = 'v=DMARC1; p=none';

test.each<[string, Record<string, string | string[] | null>, object]>([
  [
    'its own record takes precedence',
    { 'a.b.test': none, 'b.test': reject },
    { found_at: 'a.b.test', effective: 'none', inherited: false },
  ],
  [
    'otherwise the record with the fewest labels',
    { 'b.test': reject },
    { found_at: 'b.test', effective: 'reject', inherited: true },
  ],
  ['sp applies to subdomains', { 'b.test': 'v=DMARC1; p=reject; sp=quarantine' }, { effective: 'quarantine' }],
  ['psd=n marks the organization', { 'b.test': 'v=DMARC1; p=reject; psd=n', test: none }, { found_at: 'b.test' }],
  [
    'psd=y marks a registry: the name one label below it decides',
    { 'b.test': reject, test: 'v=DMARC1; p=none; psd=y' },
    { found_at: 'b.test' },
  ],
  [
    'or the registry itself if that name has no record',
    { test: 'v=DMARC1; p=none; sp=reject; psd=y' },
    { found_at: 'test', effective: 'reject' },
  ],
  ['two records count as none', { 'a.b.test': [none, none], 'b.test': reject }, { found_at: 'b.test' }],
  ['nothing', {}, { state: 'none' }],
  ['two, and nothing above', { 'b.test': [none, reject] }, { state: 'multiple', at: 'b.test' }],
  ['an unusable one', { 'a.b.test': 'v=DMARC1; p=x', 'b.test': reject }, { state: 'malformed', at: 'a.b.test' }],
  ['an unusable one above', { 'b.test': 'v=DMARC1; p=x' }, { state: 'malformed', at: 'b.test' }],
  ['the query for its own record failed', { 'a.b.test': null, 'b.test': reject }, { state: 'unknown' }],
  ['a query for a parent failed, nothing found', { 'b.test': null }, { state: 'unknown', reason: 'it failed' }],
  [
    'a query for a parent failed, but a record was found before',
    { 'a.b.test': reject, 'b.test': null },
    { state: 'found' },
  ],
  [
    'meant as one',
    { 'b.test': 'p=reject; v=DMARC1' },
    { state: 'none', nearly: { name: '_dmarc.b.test', text: 'p=reject; v=DMARC1' } },
  ],
])('for a.b.test: %s', (_name, records, expected) => {
  expect(discoverDmarc(walked('a.b.test', records), 'a.b.test')).toMatchObject(expected);
});
