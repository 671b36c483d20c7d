import { expect, test } from 'vitest';
import { judgedZone, type ZoneOptions } from '../../../test/dns-evidence.ts';
import check from './mta-sts.ts';

const MAIL = ['@ MX 10 mx.@', 'mx.@ A 192.0.2.25'];
const RECORD = '_mta-sts.@ TXT "v=STSv1; id=20260101T000000;"';

function serving(body: string, status = 200): ZoneOptions {
  const answer = { status, headers: [['Content-Type', 'text/plain']] as [string, string][], body };
  return { policySite: { https: { routes: { '/.well-known/mta-sts.txt': answer }, status: 404 } } };
}

const many = (count: number): string =>
  Array.from({ length: count }, (_, at) => `mx: m${at}.mail.example.net\n`).join('');

const policy = (mode: string, mx = 'mx: mx.example.test\n'): string =>
  `version: STSv1\r\nmode: ${mode}\n${mx}max_age: 604800\n`;

test.each<[string, string[], ZoneOptions, string, number]>([
  ['absent with mail', MAIL, {}, 'absent', 0],
  ['absent without mail', [], {}, 'not_needed', 0],
  ['a wildcard with SPF', ['*.@ TXT "v=spf1 -all"', ...MAIL], {}, 'absent', 0],
  ['no id', ['_mta-sts.@ TXT "v=STSv1;"', ...MAIL], {}, 'malformed', 1],
  ['an id with a hyphen', ['_mta-sts.@ TXT "v=STSv1; id=2026-01-01"', ...MAIL], {}, 'malformed', 1],
  ['an id too long', [`_mta-sts.@ TXT "v=STSv1; id=${'1'.repeat(33)}"`, ...MAIL], {}, 'malformed', 1],
  ['the version misspelled', ['_mta-sts.@ TXT "v=STS1; id=1"', ...MAIL], {}, 'malformed', 1],
  ['two records', [RECORD, '_mta-sts.@ TXT "v=STSv1; id=2"', ...MAIL], {}, 'malformed', 1],
  ['a record, but no policy host', [RECORD, ...MAIL], {}, 'policy_missing', 2],
  ['a policy that is not found', [RECORD, ...MAIL], serving('', 404), 'policy_missing', 2],
  ['a redirect is not followed', [RECORD, ...MAIL], serving(policy('enforce'), 302), 'policy_missing', 2],
  ['enforced', [RECORD, ...MAIL], serving(policy('enforce')), 'enforce', 0],
  ['testing', [RECORD, ...MAIL], serving(policy('testing')), 'testing', 0],
  ['withdrawn', [RECORD, ...MAIL], serving(policy('none', '')), 'off', 0],
  ['a wildcard for one label', [RECORD, ...MAIL], serving(policy('enforce', 'mx: *.example.test\n')), 'enforce', 0],
  [
    'a wildcard does not stand for two labels',
    [RECORD, '@ MX 10 mx.in.@', 'mx.in.@ A 192.0.2.25'],
    serving(policy('enforce', 'mx: *.example.test\n')),
    'mx_not_covered',
    2,
  ],
  // RFC 8461 §5
  [
    'another mail host while testing',
    [RECORD, ...MAIL],
    serving(policy('testing', 'mx: mx.other.test\n')),
    'testing',
    0,
  ],
  // RFC 8461 §3.2, RFC 5234 §B.1
  ['tabs', [RECORD, ...MAIL], serving(policy('enforce').replaceAll(': ', ':\t')), 'enforce', 0],
  // RFC 8461 §3.3: 64 KB
  ['1,500 hosts', [RECORD, ...MAIL], serving(policy('enforce', `${many(1500)}mx: mx.example.test\n`)), 'enforce', 0],
  [
    '4,000 hosts',
    [RECORD, ...MAIL],
    serving(policy('enforce', `${many(4000)}mx: mx.example.test\n`)),
    'policy_faulty',
    2,
  ],
  ['another mail host', [RECORD, ...MAIL], serving(policy('enforce', 'mx: mx.other.test\n')), 'mx_not_covered', 2],
  ['no mode', [RECORD, ...MAIL], serving('version: STSv1\nmx: mx.example.test\nmax_age: 604800\n'), 'policy_faulty', 2],
  ['a page of HTML', [RECORD, ...MAIL], serving('<!doctype html><title>Welcome</title>'), 'policy_faulty', 2],
])('%s', async (_name, lines, options, outcome, deduction) => {
  const verdict = await judgedZone(check, lines, options);
  expect([verdict?.outcome, verdict?.deduction]).toEqual([outcome, deduction]);
});

test.each([
  ['a certificate for another name', { names: ['other.test'] }, 'is not for mta-sts.example.test'],
  ['an expired certificate', { notAfter: new Date('2020-01-02'), notBefore: new Date('2020-01-01') }, 'not trusted'],
])('%s', async (_name, certificate, words) => {
  const options = serving(policy('enforce'));
  const verdict = await judgedZone(check, [RECORD, ...MAIL], { policySite: { ...options.policySite, certificate } });
  expect(verdict?.outcome).toBe('policy_missing');
  expect(verdict?.evidence.join()).toContain(words);
});

test('a mail server that a policy in testing mode does not list is named', async () => {
  const verdict = await judgedZone(check, [RECORD, ...MAIL], serving(policy('testing', 'mx: mx.other.test\n')));
  expect(verdict?.note).toContain('senders would not deliver to mx.example.test, because the policy does not list it');
});

test('a policy that ends early is unknown', async () => {
  const cut = { raw: `HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n${policy('enforce').slice(0, 30)}` };
  const options = { policySite: { https: { routes: { '/.well-known/mta-sts.txt': cut } } } };
  expect((await judgedZone(check, [RECORD, ...MAIL], options))?.status).toBe('unknown');
});

test('SERVFAIL for the policy host is unknown', async () => {
  const faults = { 'mta-sts.example.test': { rcode: 'SERVFAIL' } } as const;
  expect((await judgedZone(check, [RECORD, ...MAIL], { faults }))?.status).toBe('unknown');
});

test('the fix is a policy for the observed mail hosts', async () => {
  const verdict = await judgedZone(check, [RECORD, ...MAIL]);
  expect(verdict?.fix).toContain('version: STSv1\nmode: testing\nmx: mx.example.test\nmax_age: 604800');
});

test.each([
  ['a byte order mark', `\ufeff${policy('enforce')}`, 'mode: enforce\nmx: mx.example.test\nmax_age: 604800'],
  ['no mx line', policy('enforce', ''), 'mode: enforce\nmx: mx.example.test\nmax_age: 604800'],
  [
    'an address as mx',
    policy('enforce', 'mx: *.mail.test\nmx: a@b\n').replace('604800', '86400'),
    'mode: enforce\nmx: *.mail.test\nmx: mx.example.test\nmax_age: 86400',
  ],
  ['no mode', policy('on'), 'mode: testing\nmx: mx.example.test\nmax_age: 604800'],
])('the fix of a faulty policy keeps what the owner wrote: %s', async (_name, body, lines) => {
  const verdict = await judgedZone(check, [RECORD, ...MAIL], serving(body));
  expect(verdict?.outcome).toBe('policy_faulty');
  expect(verdict?.fix).toContain(`version: STSv1\n${lines}`);
});

test('the fix of a malformed record keeps its id as far as possible', async () => {
  const verdict = await judgedZone(check, ['_mta-sts.@ TXT "v=STSv1; id=2026-01-01"', ...MAIL]);
  expect(verdict?.fix?.split('\n')).toEqual([
    '_mta-sts.example.test. IN TXT "v=STSv1; id=20260101"',
    '; It needs a valid policy at https://mta-sts.example.test/.well-known/mta-sts.txt.',
  ]);
});

const MX_ONLY = ['@ MX 10 mx.@', RECORD];

/** RFC 8461 §4.1: with "enforce", senders deliver nothing to a server without a valid certificate. */
test.each<[string, string, NonNullable<ZoneOptions['mail']>[number], string, number]>([
  ['a valid certificate', 'enforce', { host: 'mx.example.test' }, 'enforce', 0],
  [
    'another name',
    'enforce',
    { host: 'mx.example.test', certificate: { names: ['a.test'] } },
    'certificate_refused',
    2,
  ],
  ['no STARTTLS', 'enforce', { host: 'mx.example.test', fault: 'no-starttls' }, 'certificate_refused', 2],
  [
    'another name while testing',
    'testing',
    { host: 'mx.example.test', certificate: { names: ['a.test'] } },
    'testing',
    0,
  ],
  ['not reached', 'enforce', { host: 'mx.example.test', fault: 'rejects' }, 'enforce', 0],
])('the mail server: %s', async (_name, mode, server, outcome, deduction) => {
  const verdict = await judgedZone(check, MX_ONLY, { ...serving(policy(mode)), mail: [server] });
  expect([verdict?.outcome, verdict?.deduction]).toEqual([outcome, deduction]);
  if (mode === 'testing')
    expect(verdict?.note).toContain('senders would not deliver: MX mx.example.test: its certificate is for');
});

test('a policy that expires within a day causes a remark', async () => {
  const short = policy('enforce').replace('604800', '600');
  expect((await judgedZone(check, [RECORD, ...MAIL], serving(short)))?.note).toContain('max_age is 600 seconds');
});

test.each<[string, ZoneOptions, string]>([
  ['a byte order mark', serving(`\ufeff${policy('enforce')}`), 'it begins with a byte order mark (BOM)'],
  [
    'a redirect',
    { policySite: { https: { status: 301, headers: [['Location', 'https://mta-sts.example.test/x']] } } },
    'it returned status 301, and senders follow no redirect',
  ],
])('%s is named', async (_name, options, words) => {
  expect((await judgedZone(check, [RECORD, ...MAIL], options))?.evidence.at(-1)).toContain(words);
});

test('a faulty record behind an alias is corrected there, or in place of the alias', async () => {
  const zone = ['_mta-sts.@ CNAME sts.provider.test', 'sts.provider.test TXT "v=STSv1;"', ...MAIL];
  const verdict = await judgedZone(check, zone);
  expect(verdict?.evidence[0]).toBe('_mta-sts.example.test CNAME sts.provider.test');
  expect(verdict?.fix).toContain('Correct the record at sts.provider.test, or replace the alias');
});

test('an alias that leads to no record is shown', async () => {
  const verdict = await judgedZone(check, ['_mta-sts.@ CNAME sts.provider.test', ...MAIL]);
  expect(verdict).toMatchObject({
    outcome: 'absent',
    evidence: ['_mta-sts.example.test CNAME sts.provider.test (does not exist)'],
  });
});
