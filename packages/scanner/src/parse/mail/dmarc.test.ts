import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDmarc, isNearlyDmarc, parseDmarc, reportHost } from './dmarc.ts';
import { LINEAR_AT_MOST, repeating, timesAsMuch } from '../../../test/linear.ts';

test.each([
  ['v=DMARC1; p=none', true],
  ['v=DMARC1', true],
  ['V=DMARC1;p=none', true],
  ['v = DMARC1 ; p=none', true],
  // RFC 5234 §B.1: a tab
  ['v=DMARC1\\009;\\009p=none', true],
  ['v=dmarc1; p=none', false],
  ['v=DMARC1 p=none', false],
  ['v=DMARC10; p=none', false],
  [' v=DMARC1; p=none', false],
  ['p=none; v=DMARC1', false],
  ['v=spf1 -all', false],
])('%j is a DMARC record: %s', (text, is) => {
  expect(isDmarc(text)).toBe(is);
  if (/dmarc/i.test(text)) expect(isNearlyDmarc(text)).toBe(!is);
});

describe('tags', () => {
  test.each<[string, object]>([
    ['p=reject', { p: 'reject', sp: null, np: null, testing: false, psd: 'u', pct: null, rua: [] }],
    [
      'p=QUARANTINE; sp=Reject; np=none; t=Y; psd=n; pct=20',
      { p: 'quarantine', sp: 'reject', np: 'none', testing: true, psd: 'n', pct: 20 },
    ],
    [
      'p=none; rua=mailto:a@x.test!10m, https://x.test/r ,mailto:b@x.test',
      { rua: ['mailto:a@x.test', 'https://x.test/r', 'mailto:b@x.test'] },
    ],
    [
      'p=none; rua=a@x.test',
      { rua: [], warnings: ['"rua" contains "a@x.test", which is not a mailto: or https: URL'] },
    ],
    // RFC 6068 §2: the mailbox would be //a.
    [
      'p=none; rua=mailto://a@x.test',
      { rua: [], warnings: ['"rua" contains "mailto://a@x.test", which is not a mailto: or https: URL'] },
    ],
    ['\\009p=reject;\\009sp\\009= none', { p: 'reject', sp: 'none', warnings: [] }],
    ['p=reject; pct=200', { p: 'reject', pct: null, warnings: ['"pct=200" is not a percentage'] }],
    ['p=reject; t=maybe', { testing: false, warnings: ['"t=maybe" is not one of y, n'] }],
    ['p=reject; nonsense; =x', { p: 'reject', warnings: ['"nonsense" is not a tag', '"=x" is not a tag'] }],
    ['p=reject; adkim=s; aspf=s; fo=1; rf=afrf; ri=86400', { p: 'reject', warnings: [] }],
    ['rua=mailto:a@x.test', { p: 'none', faults: ['"p" is missing'], warnings: [] }],
    ['p=reject; sp=x; rua=mailto:a@x.test', { p: 'none', sp: null }],
  ])('%s', (tags, expected) => {
    expect(parseDmarc(`v=DMARC1; ${tags}`)).toMatchObject({ ok: true, record: expected });
  });

  test.each([
    ['', '"p" is missing'],
    ['p=', '"p=" is not none, quarantine or reject'],
    ['p=reject; np=x', '"np=x" is not none, quarantine or reject'],
    ['p=none; P=reject', 'the tag "p" appears more than once'],
    ['v=DMARC1; p=none', 'the tag "v" appears more than once'],
  ])('%j: %s', (tags, error) => {
    expect(parseDmarc(`v=DMARC1; ${tags}`)).toMatchObject({ ok: false, error });
  });
});

test.each([
  ['mailto:a@Reports.X.test', 'reports.x.test'],
  ['mailto:a@x.test?subject=b@y.test', 'x.test'],
  ['https://x.test:8443/r', 'x.test'],
  ['mailto:a', null],
])('reports of %s go to %s', (uri, host) => {
  expect(reportHost(uri)).toBe(host);
});

const PARTS = [
  'v=DMARC1',
  ';',
  ' ',
  'p=',
  'none',
  'reject',
  'sp=',
  'np=',
  'rua=',
  'mailto:',
  'a@x.test',
  '!',
  '10m',
  ',',
  't=y',
  'psd=',
  'pct=',
  '=',
  '\\000',
];

test('never throws', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...PARTS), fc.string({ maxLength: 4 }))), (parts) => {
      const text = parts.join('');
      isDmarc(text);
      isNearlyDmarc(text);
      const parsed = parseDmarc(text);
      if (parsed.ok) for (const uri of parsed.record.rua) reportHost(uri);
    }),
    { numRuns: 500 },
  );
});

test.each(['!1', ';', 'a=', ',', 'mailto:', '@', ' ', 'dmarc ', '='])(
  'a quarter of a megabyte of %j is parsed in linear time',
  (unit) => {
    const read = (long: string) => [
      isDmarc(`v=${long}`),
      isNearlyDmarc(long),
      parseDmarc(`v=DMARC1; p=none; ${long}`),
      parseDmarc(`v=DMARC1; p=none; rua=${long}`),
      reportHost(`mailto:${long}`),
    ];
    expect(timesAsMuch(read, repeating(unit))).toBeLessThan(LINEAR_AT_MOST);
  },
);
