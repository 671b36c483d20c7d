import { X509Certificate } from 'node:crypto';
import {
  der,
  distinguishedName,
  ia5,
  integer,
  issueRaw,
  oid,
  sequence,
  type RawRequest,
} from '@palisade/lab/tls/raw-certificate';
import { serveScripted } from '@palisade/lab/tls/scripted-tls';
import { expect, it } from 'vitest';
import { anchorsWith } from './anchors.ts';
import { judgeTrust } from './trust-path.ts';
import { build, cn, keys, leafPlus, verdict, type Chain } from '../../../test/built-chain.ts';
import { scanAt } from '../../../test/served-chain.ts';

const root = build({}).root;
const pair = (tag: number, value: Buffer): Buffer => sequence(der(0x31, sequence(oid('2.5.4.3'), der(tag, value))));
const [FROM, TO] = [ia5(0x17, '260101000000Z'), ia5(0x17, '491231000000Z')];

/** No OpenSSL client completes a handshake with these; the certificate comes in clear text, up to TLS 1.2. */
const UNREADABLE: [string, Partial<RawRequest>][] = [
  ['half a character of a BMPString', { subject: pair(0x1e, Buffer.from([0, 65, 0])) }],
  ['octets that are no UTF-8', { subject: pair(0x0c, Buffer.from([0xff, 0xfe, 0xc0])) }],
  ['a common name that is a number', { subject: sequence(der(0x31, sequence(oid('2.5.4.3'), integer(1)))) }],
  ['a serial number without octets', { serial: Buffer.alloc(0) }],
  ['a padded serial number', { serial: Buffer.from([0, 0, 1]) }],
  ['a date without seconds', { validity: [ia5(0x17, '2601010000Z'), TO] }],
  ['an empty date', { validity: [ia5(0x17, ''), TO] }],
  ['one date', { validity: [FROM, Buffer.alloc(0)] }],
  ['three dates', { validity: [FROM, Buffer.concat([TO, TO])] }],
  ['a date that is a number', { validity: [FROM, integer(7)] }],
];

it.each(UNREADABLE)('%s: no one can read the certificate, and the grade is F', async (_what, change) => {
  const leaf = issueRaw({ subject: cn('shop.test'), keys: keys(), extensions: leafPlus(), ...change });
  const chain = [leaf.der, root.der];
  for (const suites of [[0xc02b], [0xc02f]]) {
    const { outcomes, tls, verdicts } = await scanAt(await serveScripted({ versions: [0x0303], suites, chain }), {
      root: root.pem,
    });
    expect(outcomes['certificate-trust']).toBe('invalid');
    expect(verdicts.find(({ outcome }) => outcome === 'invalid')?.cap).toBe(49);
    // The authority must not pass for the site.
    expect(tls.chain.certificates).toEqual([]);
    expect(outcomes['certificate-name']).toContain('cannot be parsed');
    // It takes nothing else with it.
    expect(outcomes['legacy-versions']).toBe('refused');
    expect(tls.failures).toEqual([]);
  }
});

it('an authority that only OpenSSL reads is named as that, and not as unknown', () => {
  const name = cn('Lower');
  // Its length, below 128, in two octets.
  const long = Buffer.concat([Buffer.from([0x30, 0x81]), name.subarray(1)]);
  const { root: top, sent } = build({ lower: { subject: long }, leaf: { issuerName: name } });
  const question = {
    certificates: sent.map((one) => new X509Certificate(one.der)),
    anchors: anchorsWith(top.pem),
  };
  const words = 'an authority’s certificate in the chain does not follow RFC 5280';
  expect(judgeTrust({ ...question, code: null, now: Date.now() })).toMatchObject({
    state: 'invalid',
    faults: [{ rule: 'unreadable', sentence: expect.stringContaining(words) }],
  });
  const unknown = { ...question, code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', now: Date.now() };
  expect(judgeTrust(unknown)?.state).toBe('unknown_issuer');
});

/** Odd, and read by everyone: [what, leaf, verdict]. */
const READ: [string, Chain['leaf'], string][] = [
  ['two attributes in one part of the name', { subject: multi() }, 'trusted'],
  ['a BMPString', { subject: pair(0x1e, Buffer.from('shop', 'utf16le').swap16()) }, 'trusted'],
  ['an attribute that no one knows', { subject: distinguishedName({ '1.2.3.4': 'x' }) }, 'trusted'],
  ['serial number 0', { serial: Buffer.from([0]) }, 'trusted'],
  ['a negative serial number', { serial: Buffer.from([0x80]) }, 'trusted'],
  ['a serial number of 200 octets', { serial: Buffer.alloc(200, 0x7f) }, 'trusted'],
  ['the last second of the year 9999', { validity: [FROM, ia5(0x18, '99991231235959Z')] }, 'trusted'],
  ['a date of 1969', { validity: [ia5(0x18, '19691231235959Z'), TO] }, 'invalid'],
  ['a date of 1969 in two digits', { validity: [ia5(0x17, '691231235959Z'), TO] }, 'invalid'],
  ['a date of the year 0', { validity: [ia5(0x18, '00000101000000Z'), TO] }, 'invalid'],
  ['the first second of 1970', { validity: [ia5(0x18, '19700101000000Z'), TO] }, 'trusted'],
  ['2500 names', { extensions: names(2500) }, 'trusted'],
];

it.each(READ)('%s', (_what, leaf, state) => {
  expect(verdict(build({ leaf: leaf ?? {} }))?.state).toBe(state);
});

function multi(): Buffer {
  const one = (type: string, text: string): Buffer => sequence(oid(type), der(0x0c, Buffer.from(text)));
  return sequence(der(0x31, one('2.5.4.3', 'shop.test'), one('2.5.4.10', 'Shop')));
}

function names(count: number): NonNullable<RawRequest['extensions']> {
  const list = Array.from({ length: count }, (_, at) => ia5(0x82, `n${at}.test`));
  const value = sequence(...list, ia5(0x82, 'shop.test'));
  return leafPlus().map((one) => (one.oid === '2.5.29.17' ? { ...one, value } : one));
}

it('a hundred extensions hide none', () => {
  const many = Array.from({ length: 150 }, (_, at) => ({ oid: `1.2.3.${at + 1}`, value: Buffer.from([5, 0]) }));
  const last = { oid: '1.2.3.999', critical: true, value: Buffer.from([5, 0]) };
  expect(verdict(build({ leaf: { extensions: [...many, ...leafPlus()] } }))?.state).toBe('trusted');
  expect(verdict(build({ leaf: { extensions: [...leafPlus(), ...many, last] } }))).toMatchObject({
    state: 'invalid',
    faults: [{ rule: 'unknown_critical' }],
  });
});
