import { createPublicKey, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import { issueOdd, type Issued } from '@palisade/lab/tls/certificates';
import {
  authorityExtensions,
  distinguishedName,
  issueRaw,
  leafExtensions,
  oid,
  type Keys,
  type RawCertificate,
} from '@palisade/lab/tls/raw-certificate';
import { describe, expect, it } from 'vitest';
import { anchorsWith } from './anchors.ts';
import { signedBy } from './certificates.ts';
import { judgeTrust } from './trust-path.ts';

const read = ({ pem }: Issued): X509Certificate => new X509Certificate(pem);
const now = Date.now();

describe('the path to an anchor', () => {
  it('is found past certificates that lead nowhere', async () => {
    const root = await issueOdd({ subject: 'CN=Root', ca: true });
    const authority = await issueOdd({ subject: 'CN=Authority', ca: true, issuer: root });
    const leaf = await issueOdd({ names: ['a.test'], issuer: authority });
    const stale = await issueOdd({ subject: 'CN=Authority', ca: true, keys: authority.keys, from: -90, to: -30 });
    const trust = judgeTrust({
      certificates: [leaf, stale, authority, root].map(read),
      anchors: anchorsWith(root.pem),
      code: undefined,
      now,
    });
    expect(trust).toMatchObject({ state: 'trusted', anchor: { subject: 'CN=Root', public: false } });
    expect(trust?.path.length).toBe(3);
  });

  // With every order of them tried, this takes minutes.
  it('is looked for once in ten certificates that could all have issued each other', async () => {
    const first = await issueOdd({ subject: 'CN=Anybody', ca: true });
    const others = Array.from({ length: 9 }, () => issueOdd({ subject: 'CN=Anybody', ca: true, keys: first.keys }));
    const certificates = [first, ...(await Promise.all(others))].map(read);
    const trust = judgeTrust({ certificates, anchors: anchorsWith(undefined), code: undefined, now });
    // Nine more certificates of the same authority lead nowhere.
    expect(trust).toMatchObject({ state: 'self_signed', anchor: null });
    expect(trust?.path.length).toBe(1);
  });
});

it('an authority that has the right name and another key is named as the fault', async () => {
  const root = await issueOdd({ subject: 'CN=Root', ca: true });
  const authority = await issueOdd({ subject: 'CN=Authority', ca: true, issuer: root });
  const renewed = await issueOdd({ subject: 'CN=Authority', ca: true, issuer: root });
  const impostor = await issueOdd({ subject: 'CN=Root', ca: true });
  const leaf = await issueOdd({ names: ['a.test'], issuer: authority });
  const judged = (...certificates: X509Certificate[]) =>
    judgeTrust({ certificates, anchors: anchorsWith(root.pem), code: undefined, now });
  expect(judged(read(leaf), read(renewed))).toMatchObject({
    state: 'unknown_issuer',
    faults: [{ rule: 'wrong_signature', certificate: 'CN=a.test' }],
  });
  const changed = Buffer.from(read(leaf).raw);
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
  const sentence =
    '“CN=a.test” names “CN=Authority” as its issuer, but the key of the “CN=Authority” that was found did not make its signature';
  expect(judged(new X509Certificate(changed), read(authority))?.faults).toMatchObject([{ sentence }]);
  const below = await issueOdd({ names: ['a.test'], issuer: impostor });
  expect(judged(read(below))?.faults).toMatchObject([{ rule: 'wrong_signature' }]);
  expect(judged(read(leaf))).toMatchObject({ state: 'unknown_issuer', faults: [] });
});

it('a signature that no client could verify is not said to be of another key', () => {
  const [top, below] = [1, 2].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' })) as [Keys, Keys];
  const authority = issueRaw({ subject: distinguishedName({ CN: 'Authority' }), keys: top, extensions: authorityExtensions() }); // prettier-ignore
  const leaf = issueRaw({ subject: distinguishedName({ CN: 'a.test' }), keys: below, issuer: authority, extensions: leafExtensions('a.test') }); // prettier-ignore
  const [sha256, sha384] = [oid('1.2.840.10045.4.3.2'), oid('1.2.840.10045.4.3.3')] as const;
  const wrong = (from: Buffer, to: Buffer): string | undefined => {
    const bytes = Buffer.from(leaf.der);
    to.copy(bytes, bytes.lastIndexOf(from));
    const certificates = [bytes, authority.der].map((one) => new X509Certificate(one));
    return judgeTrust({ certificates, anchors: anchorsWith(undefined), code: undefined, now })?.faults[0]?.sentence;
  };
  expect(wrong(sha256, sha384)).toContain('“CN=a.test” names two different signature algorithms');
});

// Node's `subject` of an empty name is undefined.
it('a self-signed certificate without a name is judged like any', async () => {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const nameless = new X509Certificate(issueRaw({ subject: distinguishedName({}), keys }).der);
  const trust = judgeTrust({ certificates: [nameless], anchors: anchorsWith(undefined), code: undefined, now });
  expect(trust).toMatchObject({ state: 'self_signed', issuer: '(no name)' });
});

it('no signature is checked with a key whose exponent makes that slow', async () => {
  const { pem } = await issueOdd({ names: ['a.test'], key: 'rsa' });
  const sound = new X509Certificate(pem);
  expect(signedBy(sound, sound)).toBe(true);
  const { kty, n } = sound.publicKey.export({ format: 'jwk' });
  const exponent = Buffer.concat([Buffer.from([0x7f]), randomBytes(250), Buffer.from([1])]).toString('base64url');
  const slow = createPublicKey({ key: { kty, n, e: exponent } as never, format: 'jwk' });
  let asked = 0;
  const subject = { verify: () => Boolean((asked += 1)) } as unknown as X509Certificate;
  expect(signedBy(subject, { publicKey: slow } as unknown as X509Certificate)).toBe(false);
  expect(asked).toBe(0);
});

it.each([
  ['explicit', 'explicit_curve', '“CN=a.test” gives the parameters of its curve instead of its name'],
  ['named', 'openssl', 'refuses the chain (for a reason that it does not name)'],
] as const)('a fault for which OpenSSL has no code is described in words (%s curve)', (paramEncoding, rule, words) => {
  const subject = distinguishedName({ CN: 'a.test' });
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const top = issueRaw({ subject: distinguishedName({ CN: 'Root' }), keys, extensions: authorityExtensions() });
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256', paramEncoding });
  const leaf = issueRaw({ subject, keys: own, issuer: top, extensions: leafExtensions('a.test') });
  const certificates = [new X509Certificate(leaf.der)];
  const trust = judgeTrust({ certificates, anchors: anchorsWith(top.pem), code: 'UNSPECIFIED', now });
  expect(trust?.faults).toMatchObject([{ rule, certificate: 'CN=a.test' }]);
  expect(trust?.faults[0]?.sentence).toContain(words);
});

describe('an authority whose signature or key is weak', () => {
  const keysOf = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength });
  const top = issueRaw({
    subject: distinguishedName({ CN: 'Root' }),
    keys: rsa(2048),
    extensions: authorityExtensions(),
  });
  /** Signed again, with SHA-1 in both places that name the algorithm. */
  const withSha1 = (one: RawCertificate): RawCertificate => {
    const [from, to] = [11, 5].map((last) => oid(`1.2.840.113549.1.1.${last}`).toString('latin1'));
    const bytes = Buffer.from(one.der.toString('latin1').replaceAll(from ?? '', to ?? ''), 'latin1');
    const tbs = bytes.subarray(4, 8 + bytes.readUInt16BE(6));
    sign('sha1', tbs, top.keys.privateKey).copy(bytes, bytes.length - 256);
    return { ...one, der: bytes };
  };

  it.each<[string, Keys, (one: RawCertificate) => RawCertificate, string | null]>([
    ['sound', keysOf(), (one) => one, null],
    ['signed with SHA-1', keysOf(), withSha1, 'signed with sha1WithRSAEncryption'],
    ['RSA of 1024 bits', rsa(1024), (one) => one, 'RSA 1024 key'],
    ['Ed25519', generateKeyPairSync('ed25519'), (one) => one, 'Ed25519 key'],
    ['secp256k1', generateKeyPairSync('ec', { namedCurve: 'secp256k1' }), (one) => one, 'EC secp256k1 key'],
  ])('is held to what holds for one that is sent, where it was fetched: %s', (_what, keys, change, words) => {
    const subject = distinguishedName({ CN: 'Authority' });
    const authority = change(issueRaw({ subject, keys, issuer: top, extensions: authorityExtensions(0) }));
    const leaf = issueRaw({ subject, keys: keysOf(), issuer: authority, extensions: leafExtensions('a.test') });
    const [end, fetched] = [leaf, authority].map((one) => new X509Certificate(one.der)) as [
      X509Certificate,
      X509Certificate,
    ];
    const question = { certificates: [end], fetched: [fetched], anchors: anchorsWith(top.pem), code: undefined, now };
    const trust = judgeTrust(question);
    expect(trust?.state).toBe(words === null ? 'trusted' : 'invalid');
    expect(trust?.faults.map(({ rule }) => rule)).toEqual(words === null ? [] : ['fetched_weak']);
    expect(trust?.faults[0]?.sentence ?? '').toContain(words ?? '');
  });

  it('is passed over where the same one is sent with a strong signature', () => {
    const subject = distinguishedName({ CN: 'Authority' });
    const request = { subject, keys: keysOf(), issuer: top, extensions: authorityExtensions(0) };
    const strong = issueRaw(request);
    const leaf = issueRaw({
      subject,
      keys: keysOf(),
      issuer: strong,
      extensions: leafExtensions('a.test'),
    });
    const certificates = [leaf, withSha1(issueRaw(request)), strong].map((one) => new X509Certificate(one.der));
    const trust = judgeTrust({ certificates, anchors: anchorsWith(top.pem), code: undefined, now });
    expect(trust).toMatchObject({ state: 'trusted', faults: [] });
    expect(trust?.path[1]).toBe(certificates[2]?.fingerprint256.replaceAll(':', '').toLowerCase());
  });
});
