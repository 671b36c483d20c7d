import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { der, sequence } from '@palisade/lab/tls/raw-certificate';
import { expect, test } from 'vitest';
import { gatherZone, judgedZone } from '../../../test/dns-evidence.ts';
import check from './dkim.ts';

const MAIL = ['@ MX 10 mx.@', 'mx.@ A 192.0.2.25'];

const rsa = (bits: number, type: 'spki' | 'pkcs1' = 'spki'): string =>
  generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ type, format: 'der' }).toString('base64');
const ed25519 = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
const [LONG, MIDDLE, SHORT] = [rsa(2048), rsa(1024), rsa(512)];
/** With exponent 1, which makes what is signed the signature. */
const CRACKED = createPublicKey({
  key: { ...generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' }), e: 'AQ' },
  format: 'jwk',
})
  .export({ type: 'spki', format: 'der' })
  .toString('base64');
/** A modulus and no exponent. */
const HALF = sequence(der(2, Buffer.alloc(256, 0x55))).toString('base64');
const key = (selector: string, record: string): string => `${selector}._domainkey.@ TXT "${record}"`;

/**
 * RFC 6376 §3.6.1 for the format, RFC 8301 §3.2 for the sizes, RFC 8463 for Ed25519, RFC 8020 for the meaning of
 * NXDOMAIN.
 */
test.each<[string, string[], string | undefined, string | null | undefined, number]>([
  ['a key of 2048 bits', [key('s1', `v=DKIM1; k=rsa; p=${LONG}`)], 'good', 'found', 0],
  // RFC 6376 §3.2: FWS
  [
    'tabs and line breaks',
    [key('s1', `v=DKIM1;\t${LONG.replace(/^.{100}/u, 'p=$&\\013\\010\t')}`)],
    'good',
    'found',
    0,
  ],
  ['no version, no type', [key('default', `p=${LONG}`)], 'good', 'found', 0],
  ['the bare RSA key', [key('dkim', `v=DKIM1; p=${rsa(2048, 'pkcs1')}`)], 'good', 'found', 0],
  ['Ed25519', [key('s1', `v=DKIM1; k=ed25519; p=${ed25519.toString('base64')}`)], 'good', 'found', 0],
  ['1024 bits', [key('s1', `v=DKIM1; p=${MIDDLE}`)], 'good', 'ageing_key', 0],
  ['512 bits', [key('s1', `v=DKIM1; p=${SHORT}`)], 'bad', 'short_key', 4],
  ['512 bits next to 2048', [key('s1', `p=${LONG}`), key('s2', `p=${SHORT}`)], 'bad', 'short_key', 4],
  ['exponent 1', [key('s1', `v=DKIM1; p=${CRACKED}`)], 'bad', 'weak_key', 4],
  ['exponent 1 next to 512 bits', [key('s1', `p=${CRACKED}`), key('s2', `p=${SHORT}`)], 'bad', 'short_key', 4],
  ['half a key', [key('s1', `p=${HALF}`)], 'weak', 'broken', 1],
  ['withdrawn', [key('s1', 'v=DKIM1; p=')], 'good', 'revoked', 0],
  ['withdrawn next to a key', [key('s1', 'v=DKIM1; p='), key('s2', `p=${LONG}`)], 'good', 'found', 0],
  ['cut in the middle', [key('s1', `v=DKIM1; p=${LONG.slice(0, 120)}`)], 'weak', 'broken', 1],
  ['no base64', [key('s1', 'v=DKIM1; p=MIIB…')], 'weak', 'broken', 1],
  ['sha1 alone', [key('s1', `v=DKIM1; h=sha1; p=${LONG}`)], 'weak', 'broken', 1],
  ['the version in the middle', [key('s1', `k=rsa; v=DKIM1; p=${LONG}`)], 'weak', 'broken', 1],
  ['an Ed25519 key of 33 bytes', [key('s1', `k=ed25519; p=${'A'.repeat(44)}`)], 'weak', 'broken', 1],
  // §3.6.1: verifiers ignore keys whose services do not include email. RFC 8460 §3 defines tlsrpt.
  ['for all services', [key('s1', `v=DKIM1; s=*; p=${LONG}`)], 'good', 'found', 0],
  ['for mail among others', [key('s1', `v=DKIM1; s=tlsrpt : email; p=${LONG}`)], 'good', 'found', 0],
  ['for TLS reports', [key('s1', `v=DKIM1; s=tlsrpt; p=${LONG}`)], 'good', 'reports_only', 0],
  ['for TLS reports, another for mail', [key('s1', `s=tlsrpt; p=${LONG}`), key('s2', `p=${LONG}`)], 'good', 'found', 0],
  ['for a service that does not exist', [key('s1', `v=DKIM1; s=mail; p=${LONG}`)], 'weak', 'broken', 1],
  ['in test mode', [key('s1', `v=DKIM1; t=y; p=${LONG}`)], 'good', 'testing', 0],
  ['in test mode, no subdomains', [key('s1', `v=DKIM1; t=s:y; p=${LONG}`)], 'good', 'testing', 0],
  ['no subdomains', [key('s1', `v=DKIM1; t=s; p=${LONG}`)], 'good', 'found', 0],
  ['in test mode next to another', [key('s1', `t=y; p=${LONG}`), key('s2', `p=${LONG}`)], 'good', 'found', 0],
  ['512 bits at the selector of Google, mail by way of another', [key('google', `p=${SHORT}`)], 'bad', 'short_key', 4],
  ['Resend', [key('resend', `p=${LONG}`)], 'good', 'found', 0],
  ['Postmark', [key('pm', `p=${LONG}`)], 'good', 'found', 0],
  ['only at a selector that no one guesses', [key('q7x3z', `p=${LONG}`)], 'good', 'likely', 0],
  ['nothing below, with mail', MAIL, 'good', 'none', 0],
  ['nothing below, without mail', [], undefined, undefined, 0],
  ['a wildcard', ['*.@ TXT "v=spf1 -all"', ...MAIL], 'unknown', null, 0],
  ['a wildcard with a key', [`*._domainkey.@ TXT "p=${LONG}"`, ...MAIL], 'unknown', null, 0],
  ['a key next to a wildcard of another kind', ['*.@ TXT "v=spf1 -all"', key('s1', `p=${LONG}`)], 'good', 'found', 0],
])('%s', async (_name, lines, status, outcome, deduction) => {
  const verdict = await judgedZone(check, lines);
  expect([verdict?.status, verdict?.outcome, verdict?.deduction ?? 0]).toEqual([status, outcome, deduction]);
});

test('the faulty record is named, with its selector and key size', async () => {
  const verdict = await judgedZone(check, [key('s2', `p=${SHORT}`)]);
  expect(verdict?.evidence).toEqual(['s2._domainkey.example.test TXT: RSA 512 bits']);
  expect(verdict?.fix).toContain('s2._domainkey.example.test. IN TXT "v=DKIM1; p="');
});

test('a selector that could not be looked up leaves open whether there are keys', async () => {
  const faults = { 'selector1._domainkey.example.test': { rcode: 'SERVFAIL' } } as const;
  const verdict = await judgedZone(check, [key('q7x3z', `p=${LONG}`), ...MAIL], { faults });
  expect(verdict).toMatchObject({ status: 'unknown', note: expect.stringContaining('1 of ') as string });
});

test('a wildcard alias matches every selector and shows nothing', async () => {
  const zone = ['*.@ CNAME host.other.test', 'host.other.test A 192.0.2.1', '@ A 192.0.2.4', ...MAIL];
  expect(await judgedZone(check, zone)).toMatchObject({
    status: 'unknown',
    note: expect.stringContaining('a wildcard record matches every name') as string,
  });
  // A record of its own takes precedence (RFC 4592 §2.2).
  expect((await judgedZone(check, [...zone, key('s1', `p=${LONG}`)]))?.outcome).toBe('found');
});

test('an alias to a service without a key causes a remark', async () => {
  const verdict = await judgedZone(check, ['selector1._domainkey.@ CNAME selector1-example.gone.test', ...MAIL]);
  expect(verdict?.outcome).toBe('unfinished');
  expect(verdict?.evidence).toContain(
    'selector1._domainkey.example.test CNAME selector1-example.gone.test: no key there',
  );
});

test('selectors of the services in MX and SPF are queried first, even if nothing should exist below', async () => {
  const zone = ['@ MX 10 aspmx.l.google.com', '@ TXT "v=spf1 include:spf.messagingengine.com -all"', '@ NS n1.@'];
  const { questions } = await gatherZone(zone);
  const asked = questions.filter((question) => question.includes('._domainkey.')).map((name) => name.split('.')[0]);
  expect(asked).toEqual(['no-such-selector-here', 'google', 'fm1', 'fm2', 'fm3']);
});

test('the number of queries is bounded', async () => {
  const { questions } = await gatherZone([...MAIL, key('q7x3z', `p=${LONG}`)]);
  expect(questions.filter((question) => question.includes('._domainkey.')).length).toBeLessThanOrEqual(37);
});

test.each([
  [
    'the version in the middle',
    `k=ed25519; v=DKIM1; p=${ed25519.toString('base64')}`,
    `"v=DKIM1; k=ed25519; p=${ed25519.toString('base64')}"`,
  ],
  [
    'a wrong version',
    `v=DKIM2; k=ed25519; p=${ed25519.toString('base64')}`,
    `"v=DKIM1; k=ed25519; p=${ed25519.toString('base64')}"`,
  ],
  ['a key for sha1 alone', `v=DKIM1; h=sha1; p=${MIDDLE}`, `"v=DKIM1; p=${MIDDLE}"`],
  ['a key for a service that does not exist', `v=DKIM1; s=mail; p=${MIDDLE}`, `"v=DKIM1; p=${MIDDLE}"`],
  ['a key in PEM', `p=-----BEGIN PUBLIC KEY-----${MIDDLE}-----END PUBLIC KEY-----`, `"v=DKIM1; p=${MIDDLE}"`],
  ['a long key, in several strings', `k=rsa; v=DKIM1; p=${LONG}`, `"v=DKIM1; k=rsa; p=${LONG.slice(0, 237)}" "`],
  ['a cut key keeps its type', 'v=DKIM1; k=ed25519; p=AAAA', '"v=DKIM1; k=ed25519; p=…"'],
  ['a cut RSA key', `v=DKIM1; p=${LONG.slice(0, 120)}`, '"v=DKIM1; k=rsa; p=…"'],
])('the fix of %s', async (_name, record, fixed) => {
  expect((await judgedZone(check, [key('s1', record)]))?.fix).toContain(`s1._domainkey.example.test. IN TXT ${fixed}`);
});
