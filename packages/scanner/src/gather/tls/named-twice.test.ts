import { generateKeyPairSync } from 'node:crypto';
import { der, oid, sequence } from '@palisade/lab/tls/raw-certificate';
import { expect, it } from 'vitest';
import { build, verdict } from '../../../test/built-chain.ts';
import { openSslAccepts } from '../../../test/openssl-verify.ts';

const [ECDSA, RSA, NULL] = [oid('1.2.840.10045.4.3.2'), oid('1.2.840.113549.1.1.11'), der(0x05)];
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });

// RFC 5280 §4.1.1.2. Each tried in Chromium 156, Firefox 153 and OpenSSL 3.
it.each<[string, Buffer, Buffer, string[]]>([
  ['RSA, NULL in the signed part', sequence(RSA, NULL), sequence(RSA), ['openssl']],
  ['RSA, NULL next to the signature', sequence(RSA), sequence(RSA, NULL), ['openssl']],
  ['RSA, NULL in neither', sequence(RSA), sequence(RSA), []],
  ['ECDSA, NULL in the signed part', sequence(ECDSA, NULL), sequence(ECDSA), ['chrome_form', 'openssl']],
  ['ECDSA, NULL next to the signature', sequence(ECDSA), sequence(ECDSA, NULL), ['chrome_form', 'openssl']],
  ['ECDSA, NULL in both', sequence(ECDSA, NULL), sequence(ECDSA, NULL), ['chrome_form']],
])('an algorithm that is named in two places: %s', async (what, algorithm, outerAlgorithm, rules) => {
  const built = build({
    ...(what.startsWith('RSA') && { lower: { keys: rsa } }),
    leaf: { algorithm, outerAlgorithm },
  });
  expect(verdict(built)?.faults.map(({ rule }) => rule)).toEqual(rules);
  const [leaf, ...above] = built.sent.map(({ pem }) => pem);
  const peer = await openSslAccepts(built.root.pem, above, [leaf ?? '']);
  if (peer) expect(peer).toEqual([!rules.includes('openssl')]);
});

it('a signature whose algorithm is named in two forms is verified', () => {
  const built = build({ lower: { keys: rsa }, leaf: { outerAlgorithm: sequence(RSA) } });
  const [leaf, ...above] = built.sent;
  if (!leaf) throw new Error('no leaf');
  const changed = Buffer.from(leaf.der);
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
  expect(verdict({ ...built, sent: [{ ...leaf, der: changed }, ...above] })?.state).toBe('unknown_issuer');
});
