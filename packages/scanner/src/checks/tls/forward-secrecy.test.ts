import { expect, test } from 'vitest';
import { classesWith, judgedTls, outcomeOf, tlsWith } from '../../../test/tls-evidence.ts';
import check from './forward-secrecy.ts';

test.each([
  [{ tls13: true }, 'always'],
  [{ ecdhe_cbc: true }, 'always'],
  [{ ecdhe_aead: true, static_cbc: true }, 'optional'],
  [{ ecdhe_aead: true, static_cbc: null, static_aead: true }, 'optional'],
  [{ ecdhe_aead: true, static_cbc: null }, 'unknown'],
  [{ static_cbc: true }, 'never'],
  [{ static_cbc: true, dhe_cbc: null }, 'unknown'],
  // Broken suites are charged by their own check, whatever their key exchange.
  [{ ecdhe_aead: true, rc4: true, block64: true }, 'always'],
])('%o: %s', (facts, outcome) => {
  expect(outcomeOf(check, tlsWith({ suite_classes: classesWith(facts) }))).toBe(outcome);
});

test('an option no one needs costs one point, its lack ten', () => {
  const judge = (facts: object) => judgedTls(check, tlsWith({ suite_classes: classesWith(facts) }));
  expect(judge({ ecdhe_aead: true, static_cbc: true })).toMatchObject({ severity: 'minor', deduction: 1 });
  expect(judge({ static_cbc: true })).toMatchObject({ severity: 'important', deduction: 10 });
});
