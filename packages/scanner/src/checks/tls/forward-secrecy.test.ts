import { expect, test } from 'vitest';
import { classesWith, judgedTls, outcomeOf, tlsWith } from '../../../test/tls-evidence.ts';
import check from './forward-secrecy.ts';

test.each([
  [{ tls13: true }, 'always'],
  [{ ecdhe_cbc: true }, 'always'],
  [{ ecdhe_aead: true, static_cbc: true }, 'optional'],
  [{ ecdhe_aead: true, static_cbc: null, static_aead: true }, 'optional'],
  [{ ecdhe_aead: true, static_cbc: null }, 'unknown'],
  // Chrome, Firefox and Safari have removed DHE: they all get static RSA.
  [{ dhe_aead: true, static_cbc: true }, 'unused'],
  [{ dhe_aead: true, ecdhe_cbc: null, static_cbc: true }, 'optional'],
  [{ dhe_aead: true, tls13: true, static_cbc: true }, 'optional'],
  [{ dhe_aead: true }, 'always'],
  [{ static_cbc: true }, 'never'],
  [{ static_cbc: true, dhe_cbc: null }, 'unknown'],
  // Broken suites are charged by their own check, whatever their key exchange.
  [{ ecdhe_aead: true, rc4: true, block64: true }, 'always'],
])('%o: %s', (facts, outcome) => {
  expect(outcomeOf(check, tlsWith({ suite_classes: classesWith(facts) }))).toBe(outcome);
});

const STATIC = 'TLS_RSA_WITH_AES_128_GCM_SHA256';
const ECDHE = 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256';

// SSL Labs: "does not support Forward Secrecy with the reference browsers", at most B.
test.each([
  [false, 'server' as const, [STATIC, ECDHE], 'unused'],
  [false, 'server' as const, [ECDHE, STATIC], 'optional'],
  [false, 'client' as const, [STATIC, ECDHE], 'optional'],
  [false, null, [STATIC, ECDHE], 'optional'],
  [true, 'server' as const, [STATIC, ECDHE], 'optional'],
  [null, 'server' as const, [STATIC, ECDHE], 'optional'],
])('static RSA and ECDHE, TLS 1.3 %s, order of %s, %o: %s', (tls13, preference, suites, outcome) => {
  const tls = tlsWith({ suite_classes: classesWith({ ecdhe_aead: true, static_aead: true }), preference });
  const verdict = judgedTls(check, {
    ...tls,
    versions: { ...tls.versions, 'TLS 1.3': tls13 },
    suites: { 'TLS 1.2': suites },
  });
  expect(verdict).toMatchObject({ outcome, cap: outcome === 'unused' ? 79 : null });
});

test('an option no one needs costs one point, its lack ten', () => {
  const judge = (facts: object) => judgedTls(check, tlsWith({ suite_classes: classesWith(facts) }));
  expect(judge({ ecdhe_aead: true, static_cbc: true })).toMatchObject({ severity: 'minor', deduction: 1 });
  expect(judge({ static_cbc: true })).toMatchObject({ severity: 'important', deduction: 10 });
});
