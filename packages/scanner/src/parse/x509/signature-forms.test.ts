import { der, integer, oid, sequence } from '@palisade/lab/tls/raw-certificate';
import { expect, it } from 'vitest';
import { DerReader } from './der.ts';
import { signatureMisreads } from './signature-forms.ts';

const NULL = der(0x05);
const SHA256 = oid('2.16.840.1.101.3.4.2.1');
const [PLAIN, WITH_NULL] = [sequence(SHA256), sequence(SHA256, NULL)];
const pss = (hash: Buffer, mask: Buffer, ...more: Buffer[]): Buffer =>
  sequence(
    oid('1.2.840.113549.1.1.10'),
    sequence(der(0xa0, hash), der(0xa1, sequence(oid('1.2.840.113549.1.1.8'), mask)), der(0xa2, integer(32)), ...more),
  );
const RSA = oid('1.2.840.113549.1.1.11');

// Each tried in Chromium 156 and Firefox 153.
it.each<[string, Buffer, string[]]>([
  ['PSS', pss(WITH_NULL, WITH_NULL), []],
  ['PSS with its trailer field', pss(WITH_NULL, WITH_NULL, der(0xa3, integer(1))), ['browsers']],
  ['PSS without NULL', pss(PLAIN, PLAIN), ['Firefox']],
  ['PSS without NULL in the mask', pss(WITH_NULL, PLAIN), ['Firefox']],
  ['PSS without NULL in the hash', pss(PLAIN, WITH_NULL), ['Firefox']],
  ['RSA', sequence(RSA, NULL), []],
  ['RSA without NULL', sequence(RSA), []],
  ['RSA with a sequence', sequence(RSA, sequence()), ['browsers']],
  ['Ed25519', sequence(oid('1.3.101.112')), []],
])('%s: refused by %j', (_what, algorithm, by) => {
  expect(signatureMisreads(new DerReader(algorithm).next()).map((one) => one.by)).toEqual(by);
});
