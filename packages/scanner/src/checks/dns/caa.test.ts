import { expect, test } from 'vitest';
import { gatherZone, judgedZone, type ZoneOptions } from '../../../test/dns-evidence.ts';
import { judged } from '../../../test/evidence.ts';
import type { TlsEvidence } from '../../evidence/tls.ts';
import check from './caa.ts';

const HOST = 'a.b.example.test';

test.each<[string, string[], string, string?, number?]>([
  ['none up to the root', [], 'missing', 'minor', 2],
  ['at the name', ['a.b.@ CAA 0 issue "ca.example"'], 'restricted'],
  ['at the parent', ['@ CAA 0 issue "ca.example"'], 'restricted'],
  ['at the top-level domain', ['test CAA 0 issue "ca.example"'], 'restricted'],
  ['no authority may', ['@ CAA 0 issue ";"'], 'restricted'],
  ['no authority may, empty value', ['@ CAA 0 issue ""'], 'restricted'],
  ['tags without regard to case', ['@ CAA 0 IsSuE "ca.example"'], 'restricted'],
  [
    'parameters',
    ['@ CAA 0 issue "ca.example; validationmethods=dns-01; accounturi=https://ca.example/1"'],
    'restricted',
  ],
  ['critical and known', ['@ CAA 128 issue "ca.example"'], 'restricted'],
  [
    'the closest set decides alone',
    ['b.@ CAA 0 iodef "mailto:a@example.test"', '@ CAA 0 issue "ca.example"'],
    'unrestricted',
    'minor',
    2,
  ],
  ['only issuewild', ['@ CAA 0 issuewild "ca.example"'], 'unrestricted'],
  ['only issuemail', ['@ CAA 0 issuemail "ca.example"'], 'unrestricted'],
  [
    'an unknown critical property',
    ['@ CAA 0 issue "ca.example"', '@ CAA 128 tbs "x"'],
    'unknown_critical',
    'important',
    3,
  ],
  ['an unknown property that is not critical', ['@ CAA 0 issue "ca.example"', '@ CAA 0 tbs "x"'], 'restricted'],
  ['a URL for an issuer', ['@ CAA 0 issue "https://ca.example/"'], 'faulty', 'minor', 1],
  ['quotes inside', ['@ CAA 0 issue "\\"ca.example\\""'], 'faulty'],
  ['a comma between issuers', ['@ CAA 0 issue "ca.example, other.example"'], 'faulty'],
  ['a reserved flag', ['@ CAA 1 issue "ca.example"'], 'faulty'],
  ['iodef without a scheme', ['@ CAA 0 issue "ca.example"', '@ CAA 0 iodef "a@example.test"'], 'faulty'],
  [
    'the alias of the host is followed',
    ['a.b.@ CNAME cdn.other.test', 'cdn.other.test A 192.0.2.1', 'cdn.other.test CAA 0 issue "ca.example"'],
    'restricted',
  ],
  [
    'but its parents are not climbed',
    ['a.b.@ CNAME cdn.other.test', 'cdn.other.test A 192.0.2.1', 'other.test CAA 0 issue "ca.example"'],
    'missing',
  ],
])('%s', async (_name, lines, outcome, severity, deduction) => {
  const verdict = await judgedZone(check, lines, { host: HOST });
  expect(verdict?.outcome).toBe(outcome);
  if (severity !== undefined) expect(verdict?.severity).toBe(severity);
  if (deduction !== undefined) expect(verdict?.deduction).toBe(deduction);
});

test.each<[string, string[], ZoneOptions]>([
  ['RDATA that lies about its length', ['@ CAA \\# 3 00c869'], {}],
  [
    'SERVFAIL below the records',
    ['@ CAA 0 issue "ca.example"'],
    { faults: { 'b.example.test CAA': { rcode: 'SERVFAIL' } } },
  ],
  ['no answer', [], { limits: { queries: 64, timeoutMs: 500 }, faults: { 'example.test CAA': 'timeout' } }],
])('%s is unknown', async (_name, lines, options) => {
  expect(await judgedZone(check, lines, { host: HOST, ...options })).toMatchObject({ status: 'unknown', deduction: 0 });
});

test('a failure above the records found does not matter', async () => {
  const faults = { 'test CAA': { rcode: 'SERVFAIL' } } as const;
  const verdict = await judgedZone(check, ['@ CAA 0 issue "ca.example"'], { host: HOST, faults });
  expect(verdict).toMatchObject({ outcome: 'restricted', note: 'May issue: ca.example. Found at example.test.' });
});

test.each<[string, string[], string, string]>([
  ['the fix names the authority in use', [], 'fix', 'example.test. IN CAA 0 issue "pki.goog"'],
  ['an authority that is not allowed', ['@ CAA 0 issue "letsencrypt.org"'], 'note', 'its renewal will fail'],
])('%s', async (_name, lines, where, words) => {
  const { dns } = await gatherZone(lines);
  const leaf = { issuer: 'CN=WR2, O=Google Trust Services, C=US' };
  const tls = { chain: { certificates: [leaf] } } as TlsEvidence;
  expect(judged(check, { dns, tls })).toMatchObject({ [where]: expect.stringContaining(words) as string });
});

test.each([
  ['0 issuewild "ca.example"', 'Only wildcard certificates are limited (issuewild): they may come from ca.example.'],
  ['0 iodef "a@example.test"', 'Malformed: 0 iodef "a@example.test": the value must be a mailto: or https: URL.'],
  ['0 issuewild ";"', 'Only wildcard certificates are limited (issuewild): no authority may issue them.'],
])('without issue, the note says what %s does', async (record, note) => {
  expect((await judgedZone(check, [`@ CAA ${record}`]))?.note).toBe(note);
});

// RFC 8659 §4.3: `issuewild` takes the place of `issue` for wildcard names.
test.each<[string, string[], string[], string | null]>([
  [
    'only a wildcard, allowed by issuewild',
    ['0 issue "digicert.com"', '0 issuewild "pki.goog"'],
    ['*.example.test'],
    null,
  ],
  [
    'only a wildcard, refused by issuewild',
    ['0 issue "pki.goog"', '0 issuewild ";"'],
    ['*.example.test'],
    'for *.example.test comes',
  ],
  [
    'both, the wildcard refused',
    ['0 issue "pki.goog"', '0 issuewild "digicert.com"'],
    ['example.test', '*.example.test'],
    'for *.example.test comes',
  ],
  [
    'both, the name refused',
    ['0 issue "digicert.com"', '0 issuewild "pki.goog"'],
    ['example.test', '*.example.test'],
    'certificate comes',
  ],
  ['both, allowed', ['0 issue "pki.goog"'], ['example.test', '*.example.test'], null],
])('the renewal of %s', async (_name, records, names, words) => {
  const { dns } = await gatherZone(records.map((record) => `@ CAA ${record}`));
  const leaf = { issuer: 'CN=WR2, O=Google Trust Services, C=US', dns_names: names };
  const { note, outcome } = judged(check, { dns, tls: { chain: { certificates: [leaf] } } as TlsEvidence }) ?? {};
  expect(outcome).toBe(words === null ? 'restricted' : 'elsewhere');
  if (words === null) expect(note).not.toContain('renewal');
  else expect(note).toContain(words);
});

test('records behind an alias are named where they are, and no line is to be added next to the alias', async () => {
  const zone = [
    'a.b.@ CNAME cdn.other.test',
    'cdn.other.test A 192.0.2.1',
    'cdn.other.test CAA 0 iodef "mailto:a@b.test"',
  ];
  const verdict = await judgedZone(check, zone, { host: HOST });
  expect(verdict?.evidence).toEqual([
    'a.b.example.test CNAME cdn.other.test',
    'cdn.other.test CAA 0 iodef "mailto:a@b.test"',
  ]);
  expect(verdict?.fix).toContain('Correct the record at cdn.other.test');
});

test.each<[string, string]>([
  ['0 issue "https://letsencrypt.org/"', '0 issue "letsencrypt.org"'],
  ['0 issue "letsencrypt.org."', '0 issue "letsencrypt.org"'],
  ['0 issue "letsencrypt.org, digicert.com"', '0 issue "letsencrypt.org"\nexample.test. IN CAA 0 issue "digicert.com"'],
  [
    '0 issue "letsencrypt.org validationmethods=dns-01, http-01"',
    '0 issue "letsencrypt.org; validationmethods=dns-01,http-01"',
  ],
  ['0 issue "letsencrypt.org; validationmethods=http01"', '0 issue "letsencrypt.org; validationmethods=http-01"'],
  ['0 issue "letsencrypt.org; validationmethods=dns-01;"', '0 issue "letsencrypt.org; validationmethods=dns-01"'],
  ['0 issue "letsencrypt.org; validationmethods=dns-01,"', '0 issue "letsencrypt.org; validationmethods=dns-01"'],
  ['0 issue "Let\'s Encrypt"', '0 issue "letsencrypt.org"'],
  [
    '0 issuewild "\\"digicert.com\\"; cansignhttpexchanges=yes"',
    '0 issuewild "digicert.com; cansignhttpexchanges=yes"',
  ],
  ['1 issue "letsencrypt.org"', '0 issue "letsencrypt.org"'],
  ['0 iodef "a@example.test"', '0 iodef "mailto:a@example.test"'],
])('the fix of %s is the line to publish', async (record, line) => {
  const others = record.includes('iodef') ? ['@ CAA 0 issue "letsencrypt.org"'] : [];
  const verdict = await judgedZone(check, [`@ CAA ${record}`, '@ CAA 0 issue "pki.goog"', ...others]);
  expect(verdict).toMatchObject({ outcome: 'faulty' });
  expect(verdict?.fix).toContain(`with:\nexample.test. IN CAA ${line}\n;`);
});

test('names misspelled properties, and each corrected line once', async () => {
  const typo = await judgedZone(check, ['@ CAA 0 isssue "ca.example"'], { host: HOST });
  expect(typo).toMatchObject({
    outcome: 'unrestricted',
    note: expect.stringContaining('the property "isssue".') as string,
  });
  const twice = ['@ CAA 0 issue "https://letsencrypt.org"', '@ CAA 0 issue "letsencrypt.org."'];
  const { fix } = (await judgedZone(check, twice, { host: HOST })) ?? {};
  expect(fix?.split('issue "letsencrypt.org"')).toHaveLength(2);
});

test('a fix leaves no other fault', async () => {
  const malformed = await judgedZone(check, ['@ CAA 0 iodef "a@example.test"']);
  expect(malformed?.fix).toContain('example.test. IN CAA 0 issue "letsencrypt.org"');
  expect(malformed?.fix).toContain('example.test. IN CAA 0 iodef "mailto:a@example.test"');
  const critical = await judgedZone(check, ['@ CAA 128 tbs "x"']);
  expect(critical?.fix).toContain('example.test. IN CAA 0 issue "letsencrypt.org"');
  const restricted = await judgedZone(check, ['@ CAA 128 tbs "x"', '@ CAA 0 issue "pki.goog"']);
  expect(restricted?.fix).toBe('; Delete or correct at example.test: 128 tbs "x".');
});
