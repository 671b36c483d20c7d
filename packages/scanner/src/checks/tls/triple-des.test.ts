import { expect, test } from 'vitest';
import { classesWith, judgedTls, outcomeOf, tlsWith } from '../../../test/tls-evidence.ts';
import check from './triple-des.ts';

test.each([
  [{}, 'refused'],
  [{ block64: true }, 'accepted'],
  [{ block64: null }, 'unknown'],
  [{ rc4: true }, 'refused'],
])('%o: %s', (facts, outcome) => {
  expect(outcomeOf(check, tlsWith({ suite_classes: classesWith(facts) }))).toBe(outcome);
});

test('holds a report at C, as SSL Labs does', () => {
  const tls = tlsWith({
    suite_classes: classesWith({ block64: true }),
    suites: { 'TLS 1.2': ['TLS_RSA_WITH_3DES_EDE_CBC_SHA'] },
  });
  expect(judgedTls(check, tls)).toMatchObject({
    severity: 'important',
    cap: 69,
    deduction: 5,
    evidence: ['TLS_RSA_WITH_3DES_EDE_CBC_SHA (TLS 1.2)'],
  });
});
