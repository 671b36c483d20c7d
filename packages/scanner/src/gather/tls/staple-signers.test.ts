import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import {
  authorityExtensions,
  der,
  EXTENSION,
  ia5,
  issueRaw,
  leafExtensions,
  oid,
  sequence,
  type RawCertificate,
  type RawRequest,
} from '@palisade/lab/tls/raw-certificate';
import { expect, it } from 'vitest';
import { cn, keys, unknown } from '../../../test/built-chain.ts';
import { openSslOcsp } from '../../../test/openssl-verify.ts';
import {
  certificateId,
  errorResponse,
  rawResponse,
  revoked,
  statusOf,
  type RawResponse,
} from '../../../test/raw-ocsp.ts';
import { stapleFault } from '../../facts/certificates/staple-fault.ts';
import { verifyStaple } from './staple.ts';

const OCSP_SIGNING = EXTENSION.purposes('1.3.6.1.5.5.7.3.9');
const serial = Buffer.from([0x11, 0x22]);
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const issuer = issueRaw({ subject: cn('Issuer'), keys: keys(), extensions: authorityExtensions() });
const stranger = issueRaw({ subject: cn('Stranger'), keys: keys(), extensions: authorityExtensions() });
const leaf = issueRaw({
  subject: cn('a.test'),
  keys: keys(),
  issuer,
  serial,
  extensions: leafExtensions('a.test'),
});
const delegate = (facts: Partial<RawRequest>): RawCertificate =>
  issueRaw({ subject: cn('Responder'), keys: keys(), issuer, extensions: [OCSP_SIGNING], ...facts });
const responder = delegate({});
const printable = (name: string): Buffer => sequence(der(0x31, sequence(oid('2.5.4.3'), ia5(0x13, name))));
const by = (signer: RawCertificate, more: Partial<RawResponse> = {}): Partial<RawResponse> => ({
  signer,
  certificates: [signer],
  ...more,
});

async function judged(response: Buffer) {
  const [subject, above] = [leaf, issuer].map((one) => new X509Certificate(one.der)) as [
    X509Certificate,
    X509Certificate,
  ];
  const now = Date.now();
  const staple = verifyStaple(response, subject, above, now);
  return { staple, words: stapleFault(staple, now), openSsl: await openSslOcsp(response, leaf.pem, issuer.pem) };
}

/** [what, response, what is wrong with it or null, whether OpenSSL verifies it] */
const SIGNED: [string, Partial<RawResponse>, string | null, boolean][] = [
  ['the issuer', {}, null, true],
  ['a responder', by(delegate({})), null, true],
  ['a responder behind four other certificates', { signer: delegate({}) }, null, true],
  ['a stranger', { signer: stranger }, 'is not signed by the certificate’s issuer', false],
  // Firefox asks no one after these two (ERROR_OCSP_BAD_SIGNATURE).
  [
    'a stranger in the issuer’s name',
    { signer: stranger, named: issuer },
    'of the signer it names did not make',
    false,
  ],
  [
    'a stranger in a responder’s name',
    { signer: stranger, named: responder, certificates: [responder] },
    'of the signer it names did not make',
    false,
  ],
  ['the site itself', by(leaf), 'is not signed by the certificate’s issuer', false],
  ['a responder whose certificate is not sent', { signer: delegate({}), certificates: [] }, 'is not signed by', false],
  ['a responder for any purpose', by(delegate({ extensions: [EXTENSION.purposes('2.5.29.37.0')] })), 'is not', false],
  ['a responder of another issuer', by(delegate({ issuer: stranger })), 'is not signed by', false],
  ['an expired responder', by(delegate({ from: -90, to: -1 })), 'outside its validity period', false],
  ['a responder of tomorrow', by(delegate({ from: 1 })), 'outside its validity period', false],
  [
    'a responder with a condition that no one knows',
    by(delegate({ extensions: [OCSP_SIGNING, unknown(true)] })),
    'is not valid (“CN=Responder” has the critical extension 1.2.3.4.5',
    false,
  ],
  [
    'a responder with a purpose twice',
    by(delegate({ extensions: [OCSP_SIGNING, OCSP_SIGNING] })),
    'is not signed by the certificate’s issuer or on its behalf',
    false,
  ],
  // mozilla::pkix rejects it (CheckBasicConstraints).
  [
    'an authority in the place of a responder',
    by(delegate({ extensions: [OCSP_SIGNING, EXTENSION.basicConstraints(true)] })),
    'is itself a certificate authority',
    true,
  ],
  // Firefox 153 takes it.
  [
    'a responder with a key of 1024 bits',
    by(delegate({ keys: generateKeyPairSync('rsa', { modulusLength: 1024 }) })),
    null,
    true,
  ],
  ['the issuer with SHA-224', { hash: 'sha224' }, 'does not read (its signature is ecdsa-with-SHA224)', true],
  ['the issuer with SHA-1', { hash: 'sha1' }, 'is signed with a hash that can be forged (SHA-1)', true],
  ['a responder with MD5', by(delegate({ keys: rsa }), { hash: 'md5' }), 'can be forged (MD5)', true],
  ['a responder with SHA-1', by(delegate({ keys: rsa }), { hash: 'sha1' }), 'can be forged (SHA-1)', true],
];

it.each(SIGNED)('a response signed by %s', async (what, facts, words, openSsl) => {
  const certificates = what.includes('four') && facts.signer ? [...Array<RawCertificate>(4).fill(stranger), facts.signer] : facts.certificates; // prettier-ignore
  const found = await judged(rawResponse({ issuer, serial, ...facts, ...(certificates ? { certificates } : {}) }));
  expect(found.staple.status).toBe('good');
  if (words === null) expect(found.words).toBeNull();
  else expect(found.words).toContain(words);
  if (found.openSsl) expect(found.openSsl).toEqual({ verified: openSsl, status: 'good' });
});

it('a revocation counts whatever the hash', async () => {
  const found = await judged(rawResponse({ issuer, serial, hash: 'sha1', status: revoked() }));
  expect(found.staple).toMatchObject({ status: 'revoked', fault: null });
});

/** Hours from now. */
it.each<[string, Partial<RawResponse>, string | null]>([
  ['of today, without an end', { from: -20, to: null }, null],
  ['of the day before yesterday, without an end', { from: -47, to: null }, null],
  ['of three days ago, without an end', { from: -72, to: null }, 'accept a response without an end date for at most 2'],
  ['that ended an hour ago', { to: -1 }, 'out of date since'],
  ['that ended before it began', { from: -1, to: -2 }, 'out of date since'],
  ['of eleven days ago', { from: -264 }, 'for at most 10 days'],
  ['of tomorrow', { from: 24 }, 'dated in the future'],
])('a response %s', async (_what, facts, words) => {
  const found = await judged(rawResponse({ issuer, serial, ...facts }));
  if (words === null) expect(found.words).toBeNull();
  else expect(found.words).toContain(words);
});

const today = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
const FORM = 'is in a form that Firefox does not read';

/** mozilla::pkix: TimeChoice in pkixder.cpp; OpenSSL reads them all. */
it.each<[string, Partial<RawResponse>, string | null]>([
  ['a fraction of a second', { thisUpdate: `${today}000000.5Z` }, `${FORM} (its date thisUpdate is not`],
  [
    'a fraction of a second at its end',
    { nextUpdate: ia5(0x18, '20991231235959.123Z') },
    `${FORM} (its date nextUpdate`,
  ],
  ['a fraction in the date of the whole', { producedAt: `${today}000000.25Z` }, `${FORM} (its date producedAt`],
  ['no seconds', { thisUpdate: `${today}0000Z` }, FORM],
  ['a zone', { thisUpdate: `${today}000000+0000` }, FORM],
  ['the second 60', { thisUpdate: `${today}000060Z` }, `${FORM} (its date thisUpdate has the second 60`],
  ['octets after its end', { after: Buffer.from('\n') }, `${FORM} (octets after its end)`],
  [
    'nine certificates',
    { certificates: Array<RawCertificate>(9).fill(stranger) },
    `${FORM} (more than 8 certificates)`,
  ],
  ['eight certificates', { certificates: Array<RawCertificate>(8).fill(stranger) }, null],
])('a response with %s', async (_what, facts, words) => {
  const found = await judged(rawResponse({ issuer, serial, ...facts }));
  expect(found.staple).toMatchObject({ status: 'good', fault: words === null ? null : 'misread' });
  if (words !== null) expect(found.words).toContain(words);
  // That the authority has revoked the certificate is said in whatever form.
  const against = await judged(rawResponse({ issuer, serial, ...facts, status: revoked() }));
  expect(against.staple).toMatchObject({ status: 'revoked', fault: null });
});

/** RFC 5280 §7.1 takes them for one name, as OpenSSL does; Firefox 153 does not (mozilla::pkix, MatchResponderID). */
it.each<[string, Partial<RawResponse>, string | null]>([
  ['as it stands in its certificate', { name: issuer.subject }, null],
  ['in small letters', { name: cn('issuer') }, 'misspelled_signer'],
  ['with a space', { name: cn('Issuer ') }, 'misspelled_signer'],
  ['in another type of text', { name: printable('Issuer') }, 'misspelled_signer'],
  ['of a responder in small letters', by(responder, { name: cn('responder') }), 'misspelled_signer'],
  ['in small letters, without its signature', { name: cn('issuer'), signer: stranger }, 'bad_signature'],
])('a response with the name of its signer %s', async (_what, facts, fault) => {
  const found = await judged(rawResponse({ issuer, serial, ...facts }));
  expect(found.staple).toMatchObject({ status: 'good', fault });
  if (found.openSsl) expect(found.openSsl.verified).toBe(fault !== 'bad_signature');
  const against = await judged(rawResponse({ issuer, serial, ...facts, status: revoked() }));
  expect(against.staple.fault).toBe(fault === 'bad_signature' ? fault : null);
});

const other = certificateId(issuer, Buffer.from([0x55]));
const padded = Buffer.from([0, 5]);

/** Of another certificate, Firefox 153 reads which one it is and no further. */
it.each<[string, Uint8Array, string | null]>([
  ['another', sequence(other, der(0x80), ia5(0x18, `${today}000000Z`)), null],
  [
    'another, in a long form',
    sequence(other, der(0x80), Buffer.from([0x18, 0x81, 15]), Buffer.from(`${today}000000Z`)),
    null,
  ],
  ['another, without a status', sequence(other), 'other_unreadable'],
  ['another, with an undefined status', sequence(other, der(0x83)), 'other_unreadable'],
  [
    'another, with octets after it',
    sequence(other, der(0x80), ia5(0x18, `${today}000000Z`), der(0x05)),
    'other_unreadable',
  ],
  [
    'another, and more of it',
    sequence(certificateId(issuer, Buffer.from([0x55]), der(0x05)), der(0x80)),
    'other_unreadable',
  ],
  ['this one, without a status', sequence(certificateId(issuer, serial)), 'unreadable'],
  ['none', sequence(), 'unreadable'],
  ['one whose number has no octets', sequence(certificateId(issuer, Buffer.alloc(0)), der(0x80)), 'unreadable'],
  [
    'one whose number has too many octets',
    sequence(certificateId(issuer, padded), der(0x80), ia5(0x18, `${today}000000Z`)),
    'misread',
  ],
])('a response that also speaks of %s', async (_what, further, fault) => {
  const found = await judged(rawResponse({ issuer, serial, further: [further] }));
  expect(found.staple.fault).toBe(fault);
});

it.each([
  [1, 'malformedRequest'],
  [2, 'internalError'],
  [3, 'tryLater'],
  [5, 'sigRequired'],
  [6, 'unauthorized'],
])('an error of number %d is named', async (code, name) => {
  const found = await judged(errorResponse(code));
  expect(found.words).toBe(`the staple is an error message of the responder instead of a status (${name})`);
});

it('an undefined status is not a status', async () => {
  const found = await judged(rawResponse({ issuer, serial, status: statusOf(0x83) }));
  expect(found.words).toBe('the staple is not an OCSP response');
});
