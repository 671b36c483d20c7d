import { expect, test } from 'vitest';
import type { Certificate } from '../../evidence/tls.ts';
import {
  certificateWith,
  chainWith,
  intermediateWith,
  judgedTls,
  outcomeOf,
  tlsWith,
} from '../../../test/tls-evidence.ts';
import check from './certificate-signature.ts';

const sha1: Partial<Certificate> = { signature_algorithm: 'sha1WithRSAEncryption', signature_hash: 'SHA-1' };
const chain = (leaf: Partial<Certificate>, intermediate: Partial<Certificate>) =>
  tlsWith({ chain: chainWith([certificateWith(leaf), intermediateWith(intermediate)]) });

test.each([
  ['sound', {}, {}, 'strong'],
  ['SHA-1 leaf', sha1, {}, 'broken'],
  ['MD5 leaf', { ...sha1, signature_hash: 'MD5' as const }, {}, 'broken'],
  ['SHA-1 intermediate', {}, sha1, 'broken'],
  ['SHA-1 outside the path', {}, { ...sha1, sha256: 'elsewhere' }, 'strong'],
  ['self-signed with SHA-1', { ...sha1, self_signed: true }, {}, 'strong'],
  ['unheard of', { signature_algorithm: '1.2.3', signature_hash: null }, {}, 'unsupported'],
  ['SHA-224 leaf', { signature_algorithm: 'ecdsa-with-SHA224', signature_hash: 'SHA-224' as const }, {}, 'unsupported'],
  ['SHA-224 intermediate', {}, { ...sha1, signature_hash: 'SHA-224' as const }, 'unsupported'],
  // Neither BoringSSL nor mozilla::pkix has it for certificates, whatever key the certificate itself holds.
  ['Ed25519', { signature_algorithm: 'Ed25519', signature_hash: 'intrinsic' as const }, {}, 'unsupported'],
])('%s', (_name, leaf, intermediate, outcome) => {
  expect(outcomeOf(check, chain(leaf, intermediate))).toBe(outcome);
});

test('names the certificate at fault', () => {
  expect(judgedTls(check, chain({}, sha1))).toMatchObject({
    cap: 49,
    evidence: ['CN=Lab Intermediate: sha1WithRSAEncryption'],
  });
});
