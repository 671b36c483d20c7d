import { expect, test } from 'vitest';
import { judgedZone } from '../../../test/dns-evidence.ts';
import check from './dmarc.ts';

const MAIL = ['@ MX 10 mx.@', 'mx.@ A 192.0.2.25'];
const RUA = 'rua=mailto:d@example.test';
const OURS = 'rua=mailto:dmarc-reports@example.test';

/** RFC 9989 §4.7. The fix is what the owner wrote, as receivers read it, and weakens nothing. */
test.each<[string, string, string]>([
  ['a stricter sp stays', `p=none; sp=reject; ${RUA}`, `p=quarantine; sp=reject; ${RUA}`],
  ['sp=none goes', `p=reject; sp=none; ${RUA}`, `p=reject; ${RUA}`],
  ['psd=n stays', `p=reject; sp=none; psd=n; ${RUA}`, `p=reject; psd=n; ${RUA}`],
  ['psd=y is for registries', `p=reject; psd=y; ${RUA}`, `p=reject; ${RUA}`],
  ['np=none goes, sp stays', `p=reject; sp=quarantine; np=none; ${RUA}`, `p=reject; sp=quarantine; ${RUA}`],
  ['a misspelt reject', `p=rejected; ${RUA}`, `p=reject; ${RUA}`],
  ['a misspelt quarantine', `p=quarentine; ${RUA}`, `p=quarantine; ${RUA}`],
  ['a misspelt sp', `p=reject; sp=rejct; ${RUA}`, `p=reject; ${RUA}`],
  ['alignment spelt out', `p=reject; adkim=strict; aspf=relaxed; ${RUA}`, `p=reject; adkim=s; ${RUA}`],
  ['alignment stays', `p=none; adkim=s; aspf=s; ${RUA}`, `p=quarantine; adkim=s; aspf=s; ${RUA}`],
  ['fo with commas', `p=reject; ${RUA}; fo=1,d,s`, `p=reject; ${RUA}; fo=1:d:s`],
  [
    'failure reports stay',
    `p=reject; pct=50; ${RUA}; ruf=mailto:f@example.test`,
    `p=reject; ${RUA}; ruf=mailto:f@example.test`,
  ],
  ['an address without mailto:', 'p=reject; rua=d@example.test', `p=reject; ${RUA}`],
  ['a space after mailto:', 'p=reject; rua=mailto: d@example.test', `p=reject; ${RUA}`],
  ['an address in quotes', 'p=reject; rua=\\"mailto:d@example.test\\"', `p=reject; ${RUA}`],
  ['a tag twice', `p=reject; ${RUA}; rua=mailto:e@example.test`, `p=reject; ${RUA},mailto:e@example.test`],
  ['a colon for an equals sign', `p:reject; ${RUA}`, `p=reject; ${RUA}`],
  ['a receiver that does not agree', 'p=none; rua=mailto:d@other.test', `p=quarantine; ${OURS}`],
  ['no reports', 'p=none', `p=quarantine; ${OURS}`],
])('%s', async (_name, tags, fix) => {
  const verdict = await judgedZone(check, [`_dmarc.@ TXT "v=DMARC1; ${tags}"`, ...MAIL]);
  expect(verdict?.fix?.split('\n')[0]).toBe(`_dmarc.example.test. IN TXT "v=DMARC1; ${fix}"`);
});

test.each<[string, string[], string]>([
  ['no semicolon', ['_dmarc.@ TXT "v=DMARC1 p=reject"'], `p=reject; ${OURS}`],
  ['commas', [`_dmarc.@ TXT "v=DMARC1, p=reject, ${RUA}"`], `p=reject; ${RUA}`],
  ['escaped semicolons', [`_dmarc.@ TXT "v=DMARC1\\\\; p=reject\\\\; ${RUA}"`], `p=reject; ${RUA}`],
  ['lower case', ['_dmarc.@ TXT "v=dmarc1; p=quarantine"'], `p=quarantine; ${OURS}`],
  ['typographic quotes', ['_dmarc.@ TXT "“v=DMARC1; p=reject”"'], `p=reject; ${OURS}`],
  [
    'the stricter of two',
    ['_dmarc.@ TXT "v=DMARC1; p=none"', `_dmarc.@ TXT "v=DMARC1; p=reject; ${RUA}"`],
    `p=reject; ${RUA}`,
  ],
  ['no record', [], `p=quarantine; ${OURS}`],
])('a record that receivers ignore: %s', async (_name, lines, fix) => {
  const verdict = await judgedZone(check, [...lines, ...MAIL]);
  expect(verdict?.fix?.split('\n')[0]).toBe(`_dmarc.example.test. IN TXT "v=DMARC1; ${fix}"`);
  expect(verdict?.fix).toContain('start with p=none and read the reports for two weeks');
});

test('a domain without mail rejects at once', async () => {
  const verdict = await judgedZone(check, ['@ MX 0 .', '_dmarc.@ TXT "v=DMARC1; p=none"']);
  expect(verdict?.fix).toMatch(/^_dmarc\.example\.test\. IN TXT "v=DMARC1; p=reject"/u);
  expect(verdict?.fix).not.toContain('Read the reports');
});

test('no one can read reports that no one receives', async () => {
  const verdict = await judgedZone(check, ['_dmarc.@ TXT "v=DMARC1; p=none"', ...MAIL]);
  expect(verdict?.fix).toContain('First publish it with p=none');
});

// RFC 1034 §3.6.2
test('an alias without a record is named, and is in the way of the new record', async () => {
  const verdict = await judgedZone(check, ['_dmarc.@ CNAME _dmarc.provider.test', ...MAIL]);
  expect(verdict?.outcome).toBe('missing_with_mail');
  expect(verdict?.evidence).toContain('_dmarc.example.test CNAME _dmarc.provider.test (does not exist)');
  expect(verdict?.fix).toContain('replace the alias with this:\n_dmarc.example.test. IN TXT');
});

// RFC 7505
test.each<[string, string, string]>([
  ['a policy of none', 'v=DMARC1; p=none; rua=mailto:d@example.test', 'none_unwatched'],
  ['an enforced policy', 'v=DMARC1; p=reject; rua=mailto:d@example.test', 'unheard'],
  ['reports to another domain', 'v=DMARC1; p=reject; rua=mailto:d@other.test', 'reject'],
])('no reports arrive at a domain that accepts no mail: %s', async (_name, record, outcome) => {
  const agreed = 'example.test._report._dmarc.other.test TXT "v=DMARC1"';
  const verdict = await judgedZone(check, [`_dmarc.@ TXT "${record}"`, '@ MX 0 .', agreed]);
  expect(verdict?.outcome).toBe(outcome);
  if (outcome === 'reject') return;
  expect(verdict?.note).toContain('No reports arrive at example.test');
  if (outcome === 'none_unwatched')
    expect(verdict?.fix?.split('\n', 1)[0]).toBe('_dmarc.example.test. IN TXT "v=DMARC1; p=reject"');
});

test('the owner cannot change the record of a registry, but publish one below it', async () => {
  const verdict = await judgedZone(check, ['_dmarc.test TXT "v=DMARC1; p=none; psd=y"', ...MAIL]);
  expect(verdict?.evidence).toEqual(['_dmarc.test TXT "v=DMARC1; p=none; psd=y"']);
  expect(verdict?.fix?.split('\n')[0]).toBe(`_dmarc.example.test. IN TXT "v=DMARC1; p=quarantine; ${OURS}"`);
});

test('a fix without reports does not say to read them', async () => {
  const verdict = await judgedZone(check, ['_dmarc.@ TXT "v=DMARC1; p=reject; np=none"', ...MAIL]);
  expect(verdict?.fix).toContain('there are no reports so far');
});
