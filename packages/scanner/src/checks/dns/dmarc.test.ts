import { describe, expect, test } from 'vitest';
import { judgedZone, type ZoneOptions } from '../../../test/dns-evidence.ts';
import check from './dmarc.ts';

const MAIL = ['@ MX 10 mx.@', 'mx.@ A 192.0.2.25'];
const own = (text: string): string[] => [`_dmarc.@ TXT "${text}"`];
const RUA = 'rua=mailto:d@example.test';

test.each<[string, string[], string, string?, number?]>([
  ['no record, mail in use', MAIL, 'missing_with_mail', 'important', 6],
  ['no record, no mail', [], 'missing_without_mail', 'minor', 3],
  ['reject', own(`v=DMARC1; p=reject; ${RUA}`), 'reject'],
  ['quarantine', own(`v=DMARC1; p=quarantine; ${RUA}`), 'quarantine'],
  ['case and blanks', own(` V = DMARC1 ;P = REJECT;${RUA}`.trim()), 'reject'],
  ['no blanks, semicolon at the end', own('v=DMARC1;p=reject;'), 'reject'],
  ['none with reports', own(`v=DMARC1; p=none; ${RUA}`), 'none', 'minor', 2],
  ['none without reports', own('v=DMARC1; p=none'), 'none_unwatched', 'minor', 3],
  ['no policy but reports: acts as none', own(`v=DMARC1; ${RUA}`), 'none'],
  ['a misspelled policy but reports: acts as none', own(`v=DMARC1; p=rejct; ${RUA}`), 'none'],
  ['a misspelled policy', own('v=DMARC1; p=rejct'), 'malformed', 'important', 6],
  ['a misspelled subdomain policy', own('v=DMARC1; p=reject; sp=rejct'), 'malformed'],
  ['no policy, no reports', own('v=DMARC1;'), 'malformed'],
  ['reports to nowhere', own('v=DMARC1; p=rejct; rua=d@example.test'), 'malformed'],
  ['an interval that is no number', own(`v=DMARC1; p=reject; ri=daily; ${RUA}`), 'ignored_values', 'minor', 1],
  ['a report format that was never used', own(`v=DMARC1; p=reject; rf=iodef; ${RUA}`), 'ignored_values', 'minor', 1],
  ['an interval and a format of old', own(`v=DMARC1; p=reject; ri=86400; rf=afrf; ${RUA}`), 'reject'],
  ['a tag twice', own('v=DMARC1; p=reject; p=none'), 'malformed'],
  ['the version in lower case', own('v=dmarc1; p=reject'), 'not_recognised', 'important', 6],
  ['the version not first', own('p=reject; v=DMARC1'), 'not_recognised'],
  ['the version run together', own('v=DMARC1 p=reject'), 'not_recognised'],
  ['no version', own('v=DMARC; p=reject'), 'not_recognised'],
  ['two records', [...own('v=DMARC1; p=reject'), ...own('v=DMARC1; p=none')], 'several', 'important', 6],
  ['another TXT record next to it', [...own('something else'), ...own('v=DMARC1; p=reject')], 'reject'],
  ['a wildcard with SPF', ['*.@ TXT "v=spf1 -all"', ...MAIL], 'missing_with_mail'],
  ['subdomains open', own(`v=DMARC1; p=reject; sp=none; ${RUA}`), 'subdomains_open', 'minor', 2],
  ['invented subdomains open', own(`v=DMARC1; p=reject; np=none; ${RUA}`), 'invented_open', 'minor', 1],
  ['no sp is no finding', own(`v=DMARC1; p=reject; ${RUA}`), 'reject'],
  ['testing', own(`v=DMARC1; p=reject; t=y; ${RUA}`), 'testing', 'minor', 2],
  ['half of the mail', own(`v=DMARC1; p=reject; pct=50; ${RUA}`), 'partial', 'minor', 1],
  ['a public suffix by mistake', own(`v=DMARC1; p=reject; psd=y; ${RUA}`), 'public_suffix', 'minor', 1],
  ['none of the mail', own(`v=DMARC1; p=reject; pct=0; ${RUA}`), 'testing'],
  ['all of the mail', own(`v=DMARC1; p=reject; pct=100; ${RUA}`), 'reject'],
  ['an unknown tag is ignored', own(`v=DMARC1; p=reject; x=1; ${RUA}`), 'reject'],
  [
    'a word where receivers want a letter',
    own(`v=DMARC1; p=reject; aspf=strict; ${RUA}`),
    'ignored_values',
    'minor',
    1,
  ],
  ['the same for DKIM', own(`v=DMARC1; p=quarantine; adkim=relaxed; ${RUA}`), 'ignored_values'],
  ['failure options that do not exist', own(`v=DMARC1; p=reject; fo=all; ${RUA}`), 'ignored_values'],
  ['failure options as they should be', own(`v=DMARC1; p=reject; fo=1:d:s; aspf=s; ${RUA}`), 'reject'],
  ['reports to something that is no address', own('v=DMARC1; p=reject; rua=d@example.test'), 'ignored_values'],
  ['at the domain itself', ['@ TXT "v=DMARC1; p=reject"', ...MAIL], 'at_apex', 'important', 6],
  ['an alias to a record', ['_dmarc.@ CNAME d.@', 'd.@ TXT "v=DMARC1; p=reject"'], 'reject'],
])('%s', async (_name, lines, outcome, severity, deduction) => {
  const verdict = await judgedZone(check, lines);
  expect(verdict?.outcome).toBe(outcome);
  if (severity !== undefined) expect(verdict?.severity).toBe(severity);
  if (deduction !== undefined) expect(verdict?.deduction).toBe(deduction);
});

describe('a host below the organization', () => {
  const host = 'shop.example.test';

  test.each<[string, string[], string]>([
    ['inherits', own('v=DMARC1; p=reject'), 'reject'],
    ['inherits sp', own('v=DMARC1; p=reject; sp=none'), 'subdomains_open'],
    ['has none of its own, nor the parent', [], 'missing_without_mail'],
    [
      'is no better than the organization',
      ['_dmarc.shop.@ TXT "v=DMARC1; p=reject"', ...own('v=DMARC1; p=none')],
      'none_unwatched',
    ],
    [
      'has a milder one of its own',
      ['_dmarc.shop.@ TXT "v=DMARC1; p=none"', ...own('v=DMARC1; p=reject')],
      'none_unwatched',
    ],
    ['has a broken one of its own', ['_dmarc.shop.@ TXT "v=DMARC1; p=x"', ...own('v=DMARC1; p=reject')], 'malformed'],
    [
      'has two of its own: as good as none',
      ['_dmarc.shop.@ TXT "v=DMARC1; p=none"', '_dmarc.shop.@ TXT "v=DMARC1; p=none"', ...own('v=DMARC1; p=reject')],
      'reject',
    ],
  ])('%s', async (_name, lines, outcome) => {
    expect((await judgedZone(check, lines, { host }))?.outcome).toBe(outcome);
  });

  test('the note names the source of the policy', async () => {
    const verdict = await judgedZone(check, own(`v=DMARC1; p=none; ${RUA}`), { host });
    expect(verdict?.fix).toMatch(
      /^_dmarc\.example\.test\. IN TXT "v=DMARC1; p=quarantine; rua=mailto:d@example\.test"/,
    );
  });
});

describe('report receivers', () => {
  const external = own('v=DMARC1; p=reject; rua=mailto:d@reports.other.test');

  test('a receiver without authorization is named, at no cost', async () => {
    const verdict = await judgedZone(check, external);
    expect(verdict).toMatchObject({ outcome: 'unheard', deduction: 0 });
    expect(verdict?.note).toContain('example.test._report._dmarc.reports.other.test');
  });

  test.each([
    ['agreed by name', 'example.test._report._dmarc.reports.other.test TXT "v=DMARC1"'],
    ['agreed for all', '*._report._dmarc.reports.other.test TXT "v=DMARC1;"'],
  ])('%s', async (_name, line) => {
    expect((await judgedZone(check, [...external, line]))?.note ?? '').not.toContain('_report');
  });

  // RFC 9990 §4: receivers send nothing there, so p=none is as good as without reports.
  test.each([
    ['v=DMARC1; p=none; rua=mailto:d@reports.other.test', 'none_unwatched'],
    ['v=DMARC1; p=none; rua=mailto:d@reports.other.test,mailto:d@example.test', 'none'],
    ['v=DMARC1; p=none; rua=mailto:d@mail.example.test', 'none'],
  ])('%s: %s', async (text, outcome) => {
    const verdict = await judgedZone(check, own(text));
    expect(verdict?.outcome).toBe(outcome);
    if (outcome === 'none_unwatched') expect(verdict?.fix).toContain('rua=mailto:dmarc-reports@example.test');
  });

  test('a receiver whose lookup failed is not reported', async () => {
    const faults = { '*.other.test': { rcode: 'SERVFAIL' } } as const;
    expect((await judgedZone(check, external, { faults }))?.note ?? '').not.toContain('_report');
  });
});

test.each<[string, ZoneOptions]>([
  ['SERVFAIL', { faults: { '_dmarc.example.test': { rcode: 'SERVFAIL' } } }],
  ['REFUSED', { faults: { '_dmarc.example.test': { rcode: 'REFUSED' } } }],
  ['garbage', { limits: { queries: 64, timeoutMs: 500 }, faults: { '_dmarc.example.test': 'garbage' } }],
  [
    'TCP silent after truncation',
    { limits: { queries: 64, timeoutMs: 500 }, faults: { '_dmarc.example.test': 'truncate-without-tcp' } },
  ],
])('%s is unknown, not missing', async (_name, options) => {
  expect(await judgedZone(check, MAIL, options)).toMatchObject({ status: 'unknown', deduction: 0 });
});

test('TCP after truncation', async () => {
  const options = { faults: { '_dmarc.example.test': 'truncate' } } as const;
  expect((await judgedZone(check, own('v=DMARC1; p=reject'), options))?.outcome).toBe('reject');
});

test.each<[string, string[], string]>([
  ['no mail', [], '_dmarc.example.test. IN TXT "v=DMARC1; p=reject"'],
  ['mail', MAIL, '_dmarc.example.test. IN TXT "v=DMARC1; p=quarantine; rua=mailto:dmarc-reports@example.test"'],
])('the fix can be pasted: %s', async (_name, lines, fix) => {
  expect((await judgedZone(check, lines))?.fix?.split('\n')[0]).toBe(fix);
});

test('an unknown tag is named', async () => {
  const verdict = await judgedZone(check, own(`v=DMARC1; p=reject; policy=strict; ${RUA}`));
  expect(verdict).toMatchObject({ outcome: 'reject', note: expect.stringContaining('policy') as string });
});

test('the fix moves a record at the wrong name', async () => {
  const verdict = await judgedZone(check, ['@ TXT "v=DMARC1; p=reject"', ...MAIL]);
  expect(verdict?.fix?.split('\n')[0]).toBe('_dmarc.example.test. IN TXT "v=DMARC1; p=reject"');
  expect(verdict?.evidence).toContain('example.test TXT "v=DMARC1; p=reject"');
});

test.each(['_dmarc._dmarc.example.test', '_dmarc.example.test.example.test', 'dmarc.example.test'])(
  'a record at %s is found, and the fix moves it',
  async (name) => {
    const verdict = await judgedZone(check, [`${name} TXT "v=DMARC1; p=reject; rua=mailto:d@example.test"`, ...MAIL]);
    expect(verdict).toMatchObject({ outcome: 'misplaced', severity: 'important', deduction: 6 });
    expect(verdict?.evidence).toContain(`${name} TXT "v=DMARC1; p=reject; rua=mailto:d@example.test"`);
    expect(verdict?.fix).toContain('_dmarc.example.test. IN TXT "v=DMARC1; p=reject; rua=mailto:d@example.test"\n');
    expect(verdict?.fix).toContain(`Delete the record at ${name}.`);
  },
);

test('a record at the right name hides one at the doubled name, which harms no one', async () => {
  const lines = ['_dmarc._dmarc.@ TXT "v=DMARC1; p=none"', ...own(`v=DMARC1; p=reject; ${RUA}`)];
  expect((await judgedZone(check, lines))?.outcome).toBe('reject');
});

// RFC 9989 §4.7: receivers need to support mailto alone. None posts reports to a URL.
test.each([
  ['p=none; rua=https://reports.other.test/in', 'none_unwatched'],
  ['p=reject; rua=https://example.test/in', 'unheard'],
])('reports to a URL alone arrive nowhere: %s', async (tags, outcome) => {
  const verdict = await judgedZone(check, own(`v=DMARC1; ${tags}`));
  expect(verdict?.outcome).toBe(outcome);
  expect(verdict?.note).toMatch(/no reports arrive at https:/u);
  expect(verdict?.note).not.toContain('_report._dmarc');
  if (verdict?.fix) expect(verdict.fix).toContain('rua=mailto:dmarc-reports@example.test');
});
