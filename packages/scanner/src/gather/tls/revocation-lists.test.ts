import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto';
import {
  boolean,
  der,
  distinguishedName,
  EXTENSION,
  ia5,
  integer,
  issueRaw,
  leafExtensions,
  octets,
  oid,
  sequence,
  type RawCertificate,
  type RawExtension,
} from '@palisade/lab/tls/raw-certificate';
import { expect, it } from 'vitest';
import type { HttpAnswer } from '../net/egress.ts';
import { askRevocation } from './revocation.ts';

const POINT = 'http://ca.test/lists/7.crl';
const keys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const utc = (days: number): Buffer => {
  const text = new Date(Date.now() + days * 86_400_000).toISOString().replaceAll(/[-:T]|\.\d+/gu, '');
  return ia5(0x17, text.slice(2));
};
const extension = ({ oid: id, critical = false, value }: RawExtension): Buffer =>
  sequence(oid(id), ...(critical ? [boolean(true)] : []), octets(value));

interface Contents {
  /** Days from now. */
  from?: number;
  to?: number;
  extensions?: readonly RawExtension[];
  entries?: readonly Buffer[];
  /** Of the issuer, as the list writes it. */
  name?: Buffer;
}

function listOf(
  issuer: RawCertificate,
  { extensions = [], entries = [], name = issuer.subject, from = -1, to = 6 }: Contents,
): Buffer {
  const algorithm = sequence(oid('1.2.840.10045.4.3.2'));
  const more = extensions.length > 0 ? [der(0xa0, sequence(...extensions.map(extension)))] : [];
  const revoked = entries.length > 0 ? [sequence(...entries)] : [];
  const signed = sequence(integer(1), algorithm, name, utc(from), utc(to), ...revoked, ...more);
  return sequence(signed, algorithm, der(0x03, Buffer.from([0]), sign('sha256', signed, issuer.keys.privateKey)));
}

/** IssuingDistributionPoint (RFC 5280 §5.2.5). */
const scope = (...parts: Buffer[]): RawExtension => ({ oid: '2.5.29.28', critical: true, value: sequence(...parts) });
const of = (...urls: string[]): Buffer => der(0xa0, der(0xa0, ...urls.map((url) => ia5(0x86, url))));
const DIRECTORY = der(0xa0, der(0xa0, der(0xa4, distinguishedName({ CN: 'CRL1' }))));
const RELATIVE = der(0xa0, der(0xa1, sequence(oid('2.5.4.3'), der(0x0c, Buffer.from('CRL1')))));
const USERS = der(0x81, Buffer.from([0xff]));
const AUTHORITIES = der(0x82, Buffer.from([0xff]));
const SOME_REASONS = der(0x83, Buffer.from([1, 0x40]));
const ATTRIBUTES = der(0x85, Buffer.from([0xff]));
const INDIRECT = der(0x84, Buffer.from([0xff]));
const number = (critical: boolean): RawExtension => ({ oid: '2.5.29.20', critical, value: integer(7) });
const odd = (critical: boolean): RawExtension => ({ oid: '1.2.3.4.5', critical, value: Buffer.from([5, 0]) });

async function asked(contents: Contents, usage: RawExtension | null, serial?: Buffer): Promise<unknown> {
  const issuer = issueRaw({
    subject: distinguishedName({ CN: 'Issuer' }),
    keys: keys(),
    extensions: [EXTENSION.basicConstraints(true), ...(usage ? [usage] : [])],
  });
  const points = { oid: '2.5.29.31', value: sequence(sequence(der(0xa0, der(0xa0, ia5(0x86, POINT))))) };
  const leaf = issueRaw({
    subject: distinguishedName({ CN: 'a.test' }),
    keys: keys(),
    issuer,
    extensions: [...leafExtensions('a.test'), points],
    ...(serial ? { serial } : {}),
  });
  const body = listOf(issuer, contents);
  const request = (): Promise<HttpAnswer> =>
    Promise.resolve({ url: POINT, address: '', status: 200, headers: [], body, truncated: false, bodyFault: null, lenient: false }); // prettier-ignore
  return askRevocation({
    leaf: new X509Certificate(leaf.der),
    issuer: new X509Certificate(issuer.der),
    egress: { request, admit: (url, base) => new URL(url, base) },
    signal: AbortSignal.timeout(5000),
    now: Date.now(),
  });
}

const SIGNS = EXTENSION.keyUsage(5, 6);

it.each<[string, RawExtension[], (RawExtension | null)?]>([
  ['a list without extensions', []],
  ['a numbered one', [number(false)]],
  ['one of all sites', [scope(USERS)]],
  ['one of the part that the certificate names', [scope(of('http://other.test/', POINT), USERS)]],
  ['the same in other letters', [scope(of(POINT.toUpperCase()))]],
  ['one with a remark', [odd(false)]],
  ['one of an authority that may do anything', [], null],
])('%s says that it is good', async (_what, extensions, usage = SIGNS) => {
  expect(await asked({ extensions }, usage)).toMatchObject({ status: 'good', method: 'crl', reason: null });
});

it.each<[string, RawExtension[], string, RawExtension?]>([
  ['one of another part', [scope(of('http://ca.test/lists/8.crl'), USERS)], 'another CRL address'],
  // OpenSSL: "different CRL scope".
  ['one of a part without an address', [scope(DIRECTORY)], 'another CRL address'],
  ['one of a part that is named below the issuer', [scope(RELATIVE)], 'another CRL address'],
  ['one of authorities', [scope(AUTHORITIES)], 'of another kind'],
  ['one of some reasons', [scope(SOME_REASONS)], 'not complete'],
  ['one of several authorities', [scope(INDIRECT)], 'not complete'],
  ['one with a condition that is not understood', [odd(true)], 'a critical extension'],
  [
    'one of an authority that may sign certificates alone',
    [],
    'not allowed to sign revocation lists',
    EXTENSION.keyUsage(5),
  ],
])('%s says nothing', async (_what, extensions, reason, usage = SIGNS) => {
  expect(await asked({ extensions }, usage)).toMatchObject({
    status: 'unknown',
    reason: expect.stringContaining(reason),
  });
});

const OWN = Buffer.from([0x11, 0x22, 0x33]);
const LONG = Buffer.alloc(130, 1);
const entry = (serial: Buffer, ...more: RawExtension[]): Buffer =>
  sequence(der(2, serial), utc(-3), ...(more.length > 0 ? [sequence(...more.map(extension))] : []));
const reason = (code: number): RawExtension => ({ oid: '2.5.29.21', value: der(0x0a, Buffer.from([code])) });
const hiding: RawExtension = { oid: '1.2.3', value: Buffer.concat([Buffer.from([0x30, 0x14]), der(2, OWN), utc(-3)]) };
const large: RawExtension = { oid: '1.2.3', value: Buffer.alloc(70_000) };
const elsewhere: RawExtension = {
  oid: '2.5.29.29',
  critical: true,
  value: sequence(der(0xa4, distinguishedName({ CN: 'Other' }))),
};

// As in `openssl verify -crl_check`, except for critical extensions of entries, for which it uses other lists.
it.each<[string, Contents, string, Buffer?]>([
  ['the certificate', { entries: [entry(OWN)] }, 'revoked'],
  ['it on hold', { entries: [entry(OWN, reason(6))] }, 'revoked'],
  ['it, taken off', { entries: [entry(OWN, reason(8))] }, 'good'],
  ['a longer number', { entries: [entry(Buffer.concat([OWN, OWN]))] }, 'good'],
  ['its number inside another entry', { entries: [entry(Buffer.from([9]), hiding)] }, 'good'],
  ['it in a large entry', { entries: [entry(OWN, large)] }, 'revoked'],
  ['a number of 130 octets', { entries: [entry(LONG)] }, 'revoked', LONG],
  ['the negative twin of it', { entries: [entry(Buffer.from([0x91]))] }, 'good', Buffer.from([0, 0x91])],
  ['it, by an issuer in capitals', { name: distinguishedName({ CN: 'ISSUER' }), entries: [entry(OWN)] }, 'revoked'],
  ['one of another issuer', { entries: [entry(OWN, elsewhere)] }, 'unknown'],
  ['one of another issuer in a form that is not critical', { entries: [entry(Buffer.from([9]), { ...elsewhere, critical: false }), entry(OWN)] }, 'unknown'], // prettier-ignore
  ['it, in a list of authorities', { extensions: [scope(AUTHORITIES)], entries: [entry(OWN)] }, 'unknown'],
  ['it, in a list of attributes', { extensions: [scope(ATTRIBUTES)], entries: [entry(OWN)] }, 'unknown'],
  ['it, in a list that is not understood', { extensions: [odd(true)], entries: [entry(OWN)] }, 'unknown'],
  ['it, in a list of some reasons', { extensions: [scope(SOME_REASONS)], entries: [entry(OWN)] }, 'revoked'],
  ['it, in a list that ended', { from: -9, to: -1, entries: [entry(OWN, reason(1))] }, 'revoked'],
  ['it on hold, in a list that ended', { from: -9, to: -1, entries: [entry(OWN, reason(6))] }, 'unknown'],
  ['it, in a list from the future', { from: 2, to: 9, entries: [entry(OWN)] }, 'unknown'],
  ['an entry that is not understood', { entries: [entry(Buffer.from([9]), odd(true))] }, 'unknown'],
])('a list with %s', async (_what, contents, status, serial = OWN) => {
  expect(await asked(contents, SIGNS, serial)).toMatchObject({ status });
});

it('the reason is said', async () => {
  expect(await asked({ entries: [entry(OWN, reason(1))] }, SIGNS, OWN)).toMatchObject({ revoked_for: 'keyCompromise' });
  expect(await asked({ from: 2, to: 9 }, SIGNS)).toMatchObject({ reason: 'the list is dated in the future' });
});
