import { expect, test } from 'vitest';
import { classesWith, judgedTls, outcomeOf, tlsWith } from '../../../test/tls-evidence.ts';
import check from './rc4-des.ts';

test.each([
  [{}, 'refused'],
  [{ rc4: true }, 'accepted'],
  [{ des: true }, 'accepted'],
  [{ rc4: null }, 'unknown'],
  [{ block64: true, static_cbc: true }, 'refused'],
])('%o: %s', (facts, outcome) => {
  expect(outcomeOf(check, tlsWith({ suite_classes: classesWith(facts) }))).toBe(outcome);
});

test('names the suites with their versions', () => {
  const tls = tlsWith({
    suite_classes: classesWith({ rc4: true }),
    suites: {
      'TLS 1.0': ['TLS_RSA_WITH_RC4_128_SHA'],
      'TLS 1.2': ['TLS_RSA_WITH_RC4_128_SHA', 'TLS_RSA_WITH_AES_128_CBC_SHA'],
    },
  });
  expect(judgedTls(check, tls)).toMatchObject({
    status: 'bad',
    cap: 69,
    evidence: ['TLS_RSA_WITH_RC4_128_SHA (TLS 1.0, TLS 1.2)'],
  });
});
