import { expect, test } from 'vitest';
import { judgedTls, leafWith, outcomeOf } from '../../../test/tls-evidence.ts';
import type { Certificate } from '../../evidence/tls.ts';
import check from './certificate-purpose.ts';

const SERVER = '1.3.6.1.5.5.7.3.1';
const CLIENT = '1.3.6.1.5.5.7.3.2';

test.each<[Partial<Certificate>, string, ('trusted' | 'self_signed')?]>([
  [{ extended_key_usage: [SERVER, CLIENT] }, 'server'],
  [{ extended_key_usage: null }, 'server'],
  [{ extended_key_usage: ['2.5.29.37.0'] }, 'wrong_purpose'],
  [{ key_usage: null }, 'server'],
  [{ key_usage: ['keyAgreement' as const] }, 'key_may_not_sign'],
  [{ key_usage: ['keyEncipherment' as const], key: { type: 'RSA', bits: 2048, curve: null } }, 'key_may_not_sign'],
  [{ extended_key_usage: [CLIENT] }, 'wrong_purpose'],
  [{ extended_key_usage: [] }, 'wrong_purpose'],
  [{ is_ca: true }, 'authority'],
  // Firefox 153: MOZILLA_PKIX_ERROR_CA_CERT_USED_AS_END_ENTITY, also if it is a root of its own.
  [{ is_ca: true, self_signed: true }, 'authority'],
  [{ is_ca: true, self_signed: true }, 'server', 'self_signed' as const],
])('%o: %s', (facts, outcome, state = 'trusted' as const) => {
  expect(outcomeOf(check, leafWith(facts, { state }))).toBe(outcome);
});

const RSA = { type: 'RSA', bits: 2048, curve: null };
const STATIC_ONLY = ['tls13', 'ecdhe_aead', 'ecdhe_cbc', 'dhe_aead', 'dhe_cbc'] as const;

// RFC 5246 §7.4.2; BoringSSL, ssl_cert_check_key_usage: digitalSignature for signed handshakes, keyEncipherment for static RSA.
test.each([
  [['keyEncipherment' as const], true, 'server'],
  [['digitalSignature' as const], true, 'key_may_not_encrypt'],
  [['digitalSignature' as const], false, 'server'],
  [['digitalSignature' as const, 'keyEncipherment' as const], true, 'server'],
  [['keyEncipherment' as const], false, 'key_may_not_sign'],
  [['dataEncipherment' as const], true, 'key_may_not_sign'],
  [null, true, 'server'],
])('RSA key for %o, static RSA only: %s', (key_usage, only, outcome) => {
  const tls = leafWith({ key_usage, key: RSA });
  const refused = Object.fromEntries(STATIC_ONLY.map((name) => [name, !only]));
  expect(outcomeOf(check, { ...tls, suite_classes: { ...tls.suite_classes, ...refused } })).toBe(outcome);
});

test('names the purpose it was made for', () => {
  expect(judgedTls(check, leafWith({ extended_key_usage: [CLIENT, '1.2.3'] }))).toMatchObject({
    cap: 49,
    evidence: ['purpose: client authentication', 'purpose: 1.2.3'],
  });
});

test('says who takes “any purpose” for servers', () => {
  const verdict = judgedTls(check, leafWith({ extended_key_usage: ['2.5.29.37.0'] }));
  expect(verdict?.evidence).toEqual(['purpose: any purpose']);
  expect(verdict?.note).toContain('Chrome and Edge accept');
  expect(judgedTls(check, leafWith({ extended_key_usage: [CLIENT] }))?.note).toBeNull();
});
