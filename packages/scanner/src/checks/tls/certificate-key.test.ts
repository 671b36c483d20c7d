import { expect, test } from 'vitest';
import {
  certificateWith,
  chainWith,
  intermediateWith,
  judgedTls,
  leafWith,
  outcomeOf,
  tlsWith,
} from '../../../test/tls-evidence.ts';
import check from './certificate-key.ts';

const rsa = (bits: number) => ({ key: { type: 'RSA', bits, curve: null } });

test.each([
  [{}, 'strong'],
  [rsa(4096), 'strong'],
  [rsa(2048), 'rsa2048'],
  [rsa(2047), 'short'],
  [rsa(1025), 'short'],
  [rsa(1024), 'broken'],
  [rsa(1023), 'broken'],
  [{ key: { type: 'RSA', bits: 2048, curve: null, flaw: 'public exponent 1' } }, 'broken'],
  [{ key: { type: 'RSA', bits: 20_480, curve: null, limit: 'more than 16384 bits' } }, 'unsupported'],
  [{ key: { type: 'EC', bits: 192, curve: 'P-192' } }, 'unsupported'],
  [{ key: { type: 'EC', bits: 224, curve: 'P-224' } }, 'unsupported'],
  [{ key: { type: 'EC', bits: 521, curve: 'P-521' } }, 'p521'],
  [{ key: { type: 'EC', bits: 256, curve: 'secp256k1' } }, 'unsupported'],
  [{ key: { type: 'EC', bits: null, curve: 'explicit parameters' } }, 'unsupported'],
  [{ key: { type: 'Ed25519', bits: 256, curve: null } }, 'unsupported'],
  [{ key: { type: 'Ed448', bits: 456, curve: null } }, 'unsupported'],
  [{ key: { type: 'RSA-PSS', bits: 2048, curve: null } }, 'unsupported'],
  [{ key: { type: 'ML-DSA-65', bits: null, curve: null } }, 'unsupported'],
])('%o: %s', (facts, outcome) => {
  expect(outcomeOf(check, leafWith(facts))).toBe(outcome);
});

test('RSA with 2048 bits costs nothing', () => {
  expect(judgedTls(check, leafWith(rsa(2048)))).toMatchObject({ status: 'good', deduction: 0 });
});

test('a weak intermediate counts, a weak root does not', () => {
  const weak = intermediateWith(rsa(1536));
  const chain = (certificate: typeof weak, anchor: string) =>
    tlsWith({
      chain: chainWith([certificateWith(), certificate], {
        path: ['aa', certificate.sha256, anchor],
        anchor: { subject: 'CN=Lab Root', sha256: anchor, public: false },
      }),
    });
  expect(judgedTls(check, chain(weak, 'rr'))).toMatchObject({
    outcome: 'short',
    evidence: ['CN=Lab Intermediate: RSA 1536'],
  });
  expect(outcomeOf(check, chain(weak, weak.sha256))).toBe('strong');
});
