import { createHash, generateKeyPairSync, sign, X509Certificate } from 'node:crypto';
import {
  der,
  distinguishedName,
  issueRaw,
  leafExtensions,
  octets,
  type RawExtension,
} from '@palisade/lab/tls/raw-certificate';
import { afterEach, expect, it, vi } from 'vitest';
import { CT_LOGS, CT_LOGS_DATE } from '../../data/ct-logs.ts';
import { precertificateOf } from '../../parse/x509/precertificate.ts';
import { deliveredTimestamps, embeddedTimestamps } from './timestamps.ts';

afterEach(() => vi.useRealTimers());

const log = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const spki = log.publicKey.export({ type: 'spki', format: 'der' });
const logId = createHash('sha256').update(spki).digest();
const logs = new Map([
  [
    logId.toString('hex'),
    {
      key: spki.toString('base64'),
      operator: 'Lab',
      name: 'Lab log',
      state: 'current' as const,
      since: null,
      interval: null,
    },
  ],
]);

const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
const vector = (content: Buffer): Buffer => Buffer.concat([u16(content.length), content]);
const listOf = (sct: Buffer) => ({
  oid: '1.3.6.1.4.1.11129.2.4.2',
  value: octets(vector(vector(sct))),
});

function certificateWithTimestamp(
  spoil: (signature: Buffer) => Buffer = (signature) => signature,
  more: readonly RawExtension[] = [],
) {
  // Both certificates get the same dates.
  vi.useFakeTimers({ toFake: ['Date'] });
  const keys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = issueRaw({ subject: distinguishedName({ CN: 'Authority' }), keys: keys() });
  const request = {
    subject: distinguishedName({ CN: 'a.test' }),
    keys: keys(),
    issuer,
    serial: Buffer.from([1]),
  };
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(Date.now()));
  const sctWith = (signature: Buffer): Buffer =>
    Buffer.concat([Buffer.from([0]), logId, time, u16(0), u16(0x0403), vector(signature)]);
  const draft = issueRaw({
    ...request,
    extensions: [...leafExtensions('a.test'), listOf(sctWith(Buffer.alloc(0))), ...more],
  });
  const signed = precertificateOf(draft.der)?.signed ?? Buffer.alloc(0);
  const issuerKey = createHash('sha256')
    .update(issuer.keys.publicKey.export({ type: 'spki', format: 'der' }))
    .digest();
  const length = Buffer.from([0, signed.length >> 8, signed.length & 0xff]);
  const entry = Buffer.concat([Buffer.from([0, 0]), time, Buffer.from([0, 1]), issuerKey, length, signed, u16(0)]);
  const signature = spoil(sign('sha256', entry, log.privateKey));
  const leaf = issueRaw({ ...request, extensions: [...leafExtensions('a.test'), listOf(sctWith(signature)), ...more] });
  return { leaf: new X509Certificate(leaf.der), issuer: new X509Certificate(issuer.der) };
}

it('a signature of a known log is checked against the certificate without its timestamps', () => {
  const { leaf, issuer } = certificateWithTimestamp();
  expect(embeddedTimestamps(leaf, issuer, logs)).toMatchObject([{ signature: 'valid', operator: 'Lab' }]);
  expect(embeddedTimestamps(leaf, null, logs)).toMatchObject([{ signature: 'unchecked' }]);
  expect(embeddedTimestamps(leaf, issuer)).toMatchObject([{ signature: 'unknown_log', operator: null }]);
});

it('a signature over something else is invalid', () => {
  const { leaf, issuer } = certificateWithTimestamp(() => sign('sha256', Buffer.from('other'), log.privateKey));
  expect(embeddedTimestamps(leaf, issuer, logs)).toMatchObject([{ signature: 'invalid' }]);
  const torn = certificateWithTimestamp(() => der(0x30));
  expect(embeddedTimestamps(torn.leaf, torn.issuer, logs)).toMatchObject([{ signature: 'invalid' }]);
});

it('many wrong timestamps do not carry others past the check', () => {
  const wrong = sign('sha256', Buffer.from('other'), log.privateKey);
  const { leaf } = certificateWithTimestamp();
  const time = Buffer.alloc(8);
  const one = Buffer.concat([Buffer.from([0]), logId, time, u16(0), u16(0x0403), vector(wrong)]);
  for (const count of [11, 50, 300]) {
    const list = vector(Buffer.concat(Array.from({ length: count }, () => vector(one))));
    const found = deliveredTimestamps(list, leaf, logs);
    expect(found.length).toBeGreaterThan(10);
    expect(found.filter(({ signature }) => signature !== 'invalid')).toEqual([]);
  }
});

/** One that a log gave for a certificate it was sent as it is (RFC 6962 §3.2: x509_entry). */
function delivered(leaf: X509Certificate): Buffer {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(1_790_000_000_000n);
  const length = Buffer.from([0, leaf.raw.length >> 8, leaf.raw.length & 0xff]);
  const entry = Buffer.concat([Buffer.from([0, 0]), time, Buffer.from([0, 0]), length, leaf.raw, u16(0)]);
  const signature = vector(sign('sha256', entry, log.privateKey));
  return Buffer.concat([Buffer.from([0]), logId, time, u16(0), u16(0x0403), signature]);
}

// What Chromium (ct_serialization.cc) and Firefox (CTSerialization.cpp) take from such lists.
it.each<[string, (sct: Buffer) => Buffer, string[]]>([
  ['alone', (sct) => vector(vector(sct)), ['valid']],
  [
    'behind one that is cut short',
    (sct) => vector(Buffer.concat([vector(sct.subarray(0, 40)), vector(sct)])),
    ['valid'],
  ],
  ['before one of a single octet', (sct) => vector(Buffer.concat([vector(sct), vector(Buffer.from([0]))])), ['valid']],
  ['behind one of version 2', (sct) => vector(Buffer.concat([vector(Buffer.from([1, 2])), vector(sct)])), ['valid']],
  ['with octets after it', (sct) => vector(vector(Buffer.concat([sct, Buffer.from([0])]))), ['valid']],
  ['with an empty entry', (sct) => vector(Buffer.concat([vector(sct), u16(0)])), []],
  ['in a list with octets after it', (sct) => Buffer.concat([vector(vector(sct)), Buffer.from([0])]), []],
  ['in a list that is cut short', (sct) => vector(vector(sct)).subarray(0, -1), []],
])('a timestamp %s', (_name, build, signatures) => {
  const { leaf } = certificateWithTimestamp();
  expect(deliveredTimestamps(build(delivered(leaf)), leaf, logs).map(({ signature }) => signature)).toEqual(signatures);
});

it('a timestamp in a certificate of more than a hundred extensions is checked', () => {
  const more = Array.from({ length: 120 }, (_, at) => ({ oid: `1.2.3.${at + 1}`, value: Buffer.from([5, 0]) }));
  const { leaf, issuer } = certificateWithTimestamp(undefined, more);
  expect(embeddedTimestamps(leaf, issuer, logs)).toMatchObject([{ signature: 'valid' }]);
});

it('a timestamp for a certificate of another issuer is invalid', () => {
  const { leaf } = certificateWithTimestamp();
  const other = certificateWithTimestamp().issuer;
  expect(embeddedTimestamps(leaf, other, logs)).toMatchObject([{ signature: 'invalid' }]);
});

it('every log is named by the hash of its key, and the list is less than 180 days old', () => {
  for (const [id, { key }] of CT_LOGS) {
    expect(createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex')).toBe(id);
  }
  const age = (Date.now() - Date.parse(CT_LOGS_DATE)) / 86_400_000;
  expect(age, 'refresh data/ct-logs.json').toBeLessThan(180);
});
