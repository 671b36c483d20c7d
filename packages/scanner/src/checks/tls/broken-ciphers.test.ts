import { expect, test } from 'vitest';
import { classesWith, judgedTls, outcomeOf, tlsWith } from '../../../test/tls-evidence.ts';
import check from './broken-ciphers.ts';

test.each([
  [{}, 'refused'],
  [{ null: true }, 'accepted'],
  [{ anon: true }, 'accepted'],
  [{ export: true }, 'accepted'],
  [{ null: null }, 'unknown'],
  [{ block64: true, static_cbc: true }, 'refused'],
])('%o: %s', (facts, outcome) => {
  expect(outcomeOf(check, tlsWith({ suite_classes: classesWith(facts) }))).toBe(outcome);
});

test('names the suites with their versions', () => {
  const tls = tlsWith({
    suite_classes: classesWith({ anon: true }),
    suites: {
      'TLS 1.0': ['TLS_DH_anon_WITH_AES_128_CBC_SHA'],
      'TLS 1.2': ['TLS_DH_anon_WITH_AES_128_CBC_SHA', 'TLS_RSA_WITH_AES_128_CBC_SHA'],
    },
  });
  expect(judgedTls(check, tls)).toMatchObject({
    status: 'bad',
    cap: 49,
    evidence: ['TLS_DH_anon_WITH_AES_128_CBC_SHA (TLS 1.0, TLS 1.2)'],
  });
});
