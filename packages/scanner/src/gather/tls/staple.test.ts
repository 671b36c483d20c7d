import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { issueOdd, type Issued } from '@palisade/lab/tls/certificates';
import { ocspResponse, type OcspRequest } from '@palisade/lab/tls/ocsp';
import {
  authorityExtensions,
  distinguishedName,
  ia5,
  issueRaw,
  leafExtensions,
  oid,
  sequence,
} from '@palisade/lab/tls/raw-certificate';
import * as asn1js from 'asn1js';
import { describe, expect, it } from 'vitest';
import { openSslOcsp } from '../../../test/openssl-verify.ts';
import { askRevocation } from './revocation.ts';
import { verifyStaple } from './staple.ts';

it('an answer matches a certificate by its issuer’s name and key, and its serial number', async () => {
  const issuer = await issueOdd({ subject: 'CN=Issuer', ca: true });
  const renamed = await issueOdd({ subject: 'CN=Renamed', ca: true, keys: issuer.keys });
  const leaf = await issueOdd({ names: ['a.test'], issuer });
  const verified = (issuedBy: typeof issuer) =>
    verifyStaple(
      ocspResponse({ leaf, issuer: issuedBy }),
      new X509Certificate(leaf.pem),
      new X509Certificate(issuer.pem),
      Date.now(),
    );
  expect(verified(issuer)).toMatchObject({ fault: null, status: 'good' });
  // The same key, so the signature is valid.
  expect(verified(renamed)).toMatchObject({ fault: 'other_certificate' });
});

/** [what, of the response, fault, status, what OpenSSL says where it does not go by that: the first answer is its only one] */
const RESPONSES: [string, Partial<OcspRequest>, string | null, string, string?][] = [
  ['one answer', {}, null, 'good'],
  ['good, then revoked', { more: [{ status: 'revoked' }] }, null, 'revoked', 'good'],
  ['revoked, then good', { status: 'revoked', more: [{}] }, null, 'revoked'],
  ['good, then unknown', { more: [{ status: 'unknown' }] }, null, 'good'],
  ['unknown, then good', { status: 'unknown', more: [{}] }, null, 'good', 'unknown'],
  ['out of date, then good', { status: 'revoked', from: -14, to: -7, more: [{}] }, null, 'good', 'revoked'],
  ['good, then revoked long ago', { more: [{ status: 'revoked', from: -14, to: -7 }] }, null, 'good'],
  ['a critical extension', { critical: 'response' }, 'not_understood', 'good', 'good'],
  ['one of the answer', { critical: 'answer' }, 'not_understood', 'good', 'good'],
];

describe('a response with', () => {
  it.each(RESPONSES)('%s', async (_what, facts, fault, status, openSsl = status) => {
    const issuer = await issueOdd({ subject: 'CN=Issuer', ca: true });
    const leaf = await issueOdd({ names: ['a.test'], issuer });
    const response = ocspResponse({ leaf, issuer, ...facts });
    const [subject, above] = [leaf, issuer].map(({ pem }) => new X509Certificate(pem)) as [
      X509Certificate,
      X509Certificate,
    ];
    expect(verifyStaple(response, subject, above, Date.now())).toMatchObject({ fault, status });
    const said = await openSslOcsp(response, leaf.pem, issuer.pem);
    if (said) expect(said).toEqual({ verified: true, status: openSsl });
  });

  it.each<[string, (of: { issuer: Issued; other: Issued }) => Partial<OcspRequest>, string | null]>([
    ['the name of its signer', ({ issuer }) => ({ responder: { name: subjectOf(issuer) } }), null],
    ['the key of another', ({ other }) => ({ responder: other }), 'bad_signature'],
    ['the name of another', ({ other }) => ({ responder: { name: subjectOf(other) } }), 'bad_signature'],
    [
      'a delegate, and the key of its issuer',
      ({ issuer, other }) => ({ delegate: other, responder: issuer }),
      'wrong_signature',
    ],
    ['a delegate, and its name', ({ other }) => ({ delegate: other, responder: { name: subjectOf(other) } }), null],
  ])('%s', async (_what, facts, fault) => {
    const issuer = await issueOdd({ subject: 'CN=Issuer', ca: true });
    const other = await issueOdd({ subject: 'CN=Other', issuer, purposes: ['1.3.6.1.5.5.7.3.9'] });
    const leaf = await issueOdd({ names: ['a.test'], issuer });
    const response = ocspResponse({ leaf, issuer, ...facts({ issuer, other }) });
    const [subject, above] = [leaf, issuer].map(({ pem }) => new X509Certificate(pem)) as [
      X509Certificate,
      X509Certificate,
    ];
    expect(verifyStaple(response, subject, above, Date.now()).fault).toBe(fault);
    const said = await openSslOcsp(response, leaf.pem, issuer.pem);
    if (said) expect(said.verified).toBe(fault === null);
  });
});

function subjectOf({ certificate }: Issued): asn1js.Sequence {
  const [signed] = (asn1js.fromBER(certificate.rawData).result as asn1js.Sequence).valueBlock.value;
  return (signed as asn1js.Sequence).valueBlock.value[5] as asn1js.Sequence;
}

it('a responder may sign with RSA-PSS', async () => {
  const issuer = await issueOdd({ subject: 'CN=Issuer', ca: true });
  const leaf = await issueOdd({ names: ['a.test'], issuer });
  const delegate = await issueOdd({ subject: 'CN=Responder', issuer, key: 'rsa', purposes: ['1.3.6.1.5.5.7.3.9'] });
  const read = (response: Buffer) =>
    verifyStaple(response, new X509Certificate(leaf.pem), new X509Certificate(issuer.pem), Date.now());
  const response = ocspResponse({ leaf, issuer, delegate, pss: true });
  expect(read(response)).toMatchObject({ fault: null, status: 'good' });
  const changed = Buffer.from(response);
  // Inside the signature, after the algorithm.
  const at = changed.indexOf(Buffer.from('06092a864886f70d01010a', 'hex')) + 150;
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
  expect(read(changed)).toMatchObject({ fault: 'wrong_signature' });
});

describe('a request about an odd certificate', () => {
  const keys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = issueRaw({
    subject: distinguishedName({ CN: 'Issuer' }),
    keys: keys(),
    extensions: authorityExtensions(),
  });
  const ask = (url: string, serial?: Buffer) => {
    const access = { oid: '1.3.6.1.5.5.7.1.1', value: sequence(sequence(oid('1.3.6.1.5.5.7.48.1'), ia5(0x86, url))) };
    const extensions = [...leafExtensions('a.test'), access];
    const leaf = issueRaw({
      subject: distinguishedName({}),
      keys: keys(),
      issuer,
      extensions,
      ...(serial ? { serial } : {}),
    });
    const asked: string[] = [];
    const request = ({ url: { pathname } }: { url: URL }): Promise<never> => {
      asked.push(pathname);
      return Promise.reject(new Error('no answer'));
    };
    const [one, other] = [leaf, issuer].map((each) => new X509Certificate(each.der)) as [
      X509Certificate,
      X509Certificate,
    ];
    const signal = AbortSignal.timeout(10_000);
    const said = askRevocation({
      leaf: one,
      issuer: other,
      egress: { request, admit: (url, base) => new URL(url, base) },
      signal,
      now: Date.now(),
    });
    return { said, asked };
  };

  it.each(['http://', 'http://[', 'http://a b/', 'http://%zz/'])(
    'is not asked at %s, which is no address',
    async (url) => {
      const { said, asked } = ask(url);
      expect(await said).toBeNull();
      expect(asked).toEqual([]);
    },
  );

  it.each([127, 200, 400])('contains a serial number of %d bytes', async (length) => {
    const { said, asked } = ask(`http://ca${length}.test/`, Buffer.alloc(length, 1));
    expect(await said).toMatchObject({ status: 'unknown', reason: 'no answer' });
    const sent = Buffer.from(decodeURIComponent(asked[0]?.slice(1) ?? ''), 'base64');
    expect(sent.includes(Buffer.alloc(length, 1))).toBe(true);
  });
});
