import { createPublicKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { issueOdd, type Issued } from '@palisade/lab/tls/certificates';
import { distinguishedName, issueRaw } from '@palisade/lab/tls/raw-certificate';
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
    expect(trust).toMatchObject({ state: 'untrusted_root', anchor: null });
    expect(trust?.path.length).toBe(10);
  });
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
