import { expect, test } from 'vitest';
import { judgedZone, type ZoneOptions } from '../../../test/dns-evidence.ts';
import check from './dnssec.ts';

const ds = (algorithm: number, digest: number): string =>
  `@ DS 12345 ${algorithm} ${digest} ${'ab'.repeat(digest === 1 ? 20 : 32)}`;
const key = (algorithm: number): string => `@ DNSKEY 257 3 ${algorithm} AAECAwQ=`;
const VALIDATING: ZoneOptions = { authenticated: ['.'] };
const SIGNED: ZoneOptions = { authenticated: ['.', 'example.test'] };
const ONCE = { 'example.test A': { once: 'SERVFAIL' }, 'example.test DNSKEY': { once: 'SERVFAIL' } } as const;

test.each<[string, string[], ZoneOptions, string, string?, number?]>([
  ['secure', [ds(13, 2), key(13)], SIGNED, 'secure'],
  ['no DS, no DNSKEY', [], VALIDATING, 'unsigned', 'minor', 3],
  ['keys, but no DS', [key(13)], VALIDATING, 'unlinked', 'minor', 3],
  ['bogus', [ds(13, 2), key(13)], { ...VALIDATING, bogus: ['example.test'] }, 'bogus', 'critical', 15],
  ['bogus, seen by a resolver that hides its self-test', [key(13)], { bogus: ['example.test'] }, 'bogus'],
  // RFC 9520 §3.2: a resolver repeats a failure of its own for a second.
  ['SERVFAIL that does not come again, unsigned', [], { ...VALIDATING, faults: ONCE }, 'unsigned'],
  ['SERVFAIL that does not come again, signed', [ds(13, 2), key(13)], { ...SIGNED, faults: ONCE }, 'secure'],
  ['SHA-1 signatures', [ds(5, 2), key(5)], SIGNED, 'weak_algorithm', 'minor', 2],
  ['a SHA-1 digest', [ds(13, 1), key(13)], SIGNED, 'weak_algorithm'],
  ['a SHA-1 digest next to a better one', [ds(13, 1), ds(13, 2), key(13)], SIGNED, 'secure'],
  ['two algorithms during a roll-over', [ds(8, 2), key(5), key(8)], SIGNED, 'secure'],
  ['signed, but not accepted', [ds(13, 2), key(13)], VALIDATING, 'not_accepted', 'minor', 3],
])('%s', async (_name, lines, options, outcome, severity, deduction) => {
  const verdict = await judgedZone(check, lines, options);
  expect(verdict?.outcome).toBe(outcome);
  if (severity !== undefined) expect(verdict?.severity).toBe(severity);
  if (deduction !== undefined) expect(verdict?.deduction).toBe(deduction);
});

test.each<[string, string[], ZoneOptions]>([
  ['a resolver that does not validate', [ds(13, 2), key(13)], {}],
  ['a resolver that does not validate, nothing signed', [], {}],
  ['a resolver that cannot be asked', [], { faults: { '.': { rcode: 'REFUSED' } } }],
  [
    'SERVFAIL that stays with checking disabled',
    [],
    {
      ...VALIDATING,
      faults: { 'example.test DNSKEY': { rcode: 'SERVFAIL' }, 'example.test DS': { rcode: 'SERVFAIL' } },
    },
  ],
  [
    'no answer',
    [],
    {
      limits: { queries: 64, timeoutMs: 500 },
      ...VALIDATING,
      faults: { 'example.test DS': 'timeout', 'example.test DNSKEY': 'timeout' },
    },
  ],
])('%s is unknown', async (_name, lines, options) => {
  expect(await judgedZone(check, lines, options)).toMatchObject({ status: 'unknown', deduction: 0 });
});

test('an alias out of the signed zone causes a remark', async () => {
  const zone = ['www.@ CNAME cdn.other.test', 'cdn.other.test A 192.0.2.1', ds(13, 2), key(13)];
  const verdict = await judgedZone(check, zone, { ...SIGNED, host: 'www.example.test' });
  expect(verdict).toMatchObject({ outcome: 'secure', status: 'good' });
  expect(verdict?.note).toContain('come from an unsigned zone');
});

test('NSEC3 iterations cause a remark', async () => {
  const verdict = await judgedZone(check, [ds(13, 2), key(13), '@ TYPE51 \\# 5 0100006400'], SIGNED);
  expect(verdict?.note).toContain('100 extra iterations');
});

/** The root's KSK of 2017 (IANA): tag 20326, 2048 bits. */
const ROOT_KSK =
  'AwEAAaz/tAm8yTn4Mfeh5eyI96WSVexTBAvkMgJzkKTOiW1vkIbzxeF3+/4RgWOq7HrxRixHlFlExOLAJr5emLvN7SWXgnLh4+B5xQlNVz8Og8kvArMtNROxVQuCaSnIDdD5LKyWbRd2n9WGe2R8PzgCmr3EgVLrjyBxWezF0jLHwVN8efS3rCj/EWgvIWgb9tarpVUDK/b58Da+sqqls3eNbuv7pr+eoZG+SrDK6nWeL3c6H5Apxz7LjVc1uTIdsIXxuOLYA4/ilBmSVIzuDWfdRUfhHdY6+cn8HFRm+2hM8AnXGXws9555KrUB5qihylGa8subX2Nn6UwNR1AkUTV74bU=';
const rsaKey = (bits: number): string =>
  `@ DNSKEY 256 3 8 ${Buffer.from([3, 1, 0, 1, 0x80, ...new Uint8Array(bits / 8 - 1)]).toString('base64')}`;
const digest = 'ab'.repeat(32);

test('keys are shown with size and tag (RFC 3110 §2, RFC 4034 appendix B)', async () => {
  const zone = [`@ DS 20326 8 2 ${digest}`, `@ DNSKEY 257 3 8 ${ROOT_KSK}`];
  const verdict = await judgedZone(check, zone, SIGNED);
  expect(verdict?.outcome).toBe('secure');
  expect(verdict?.evidence).toContain('example.test DNSKEY 257 RSASHA256 2048 bits (key tag 20326)');
  expect(verdict?.note ?? '').not.toContain('leftovers');
});

test.each([
  [
    'a DS record that leads to no key',
    [ds(13, 2), key(13)],
    'The parent has DS records for keys that example.test does not publish (12345)',
  ],
  ['an RSA key of 1024 bits', [ds(8, 2), `@ DNSKEY 257 3 8 ${ROOT_KSK}`, rsaKey(1024)], 'One RSA key has 1024 bits'],
  ['RSASHA512', [ds(10, 2), `@ DNSKEY 257 3 10 ${ROOT_KSK}`], 'RSASHA512 is no longer recommended'],
  ['a SHA-1 DS record next to a better one', [ds(13, 1), ds(13, 2), key(13)], 'You can remove it'],
])('%s is remarked on', async (_name, lines, words) => {
  const verdict = await judgedZone(check, lines, SIGNED);
  expect(verdict).toMatchObject({ outcome: 'secure', deduction: 0 });
  expect(verdict?.note).toContain(words);
});

test('an RSA key that can be factored is a fault', async () => {
  const verdict = await judgedZone(check, [ds(8, 2), rsaKey(512)], SIGNED);
  expect(verdict?.outcome).toBe('weak_algorithm');
  expect(verdict?.evidence[0]).toBe('signed with an RSA key of 512 bits');
});

test.each<[string, string[], ZoneOptions, string]>([
  ['an unsigned zone', [], VALIDATING, 'example.test itself is not signed: it is the addresses of cdn.other.test'],
  ['a signed zone', [ds(13, 2), key(13)], SIGNED, 'The keys of example.test verify, so the zone of cdn.other.test may'],
])('an alias from %s to a bogus one names that one', async (_name, lines, options, words) => {
  const zone = ['www.@ CNAME cdn.other.test', 'cdn.other.test A 192.0.2.1', ...lines];
  // A resolver follows the alias, and fails for the name that was asked.
  const verdict = await judgedZone(check, zone, { ...options, host: 'www.example.test', bogus: ['www.example.test'] });
  expect(verdict).toMatchObject({ outcome: 'bogus', note: expect.stringContaining(words) });
});
