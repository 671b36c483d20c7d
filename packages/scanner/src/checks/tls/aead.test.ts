import { expect, test } from 'vitest';
import { classesWith, outcomeOf, tlsWith } from '../../../test/tls-evidence.ts';
import check from './aead.ts';

const CBC = { 'TLS 1.2': ['TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA'] };

test.each([
  [{ tls13: true }, {}, 'only'],
  [{ ecdhe_aead: true, ecdhe_cbc: true }, CBC, 'preferred'],
  [{ static_aead: true }, {}, 'only'],
  // "Only" is a claim about all others.
  [{ tls13: true, ecdhe_cbc: null }, {}, 'preferred'],
  [{ tls13: true, static_cbc: true }, {}, 'preferred'],
  [{ ecdhe_aead: true, rc4: true }, {}, 'preferred'],
  [{ ecdhe_cbc: true }, CBC, 'none'],
  [{ ecdhe_cbc: true, ecdhe_aead: null }, CBC, 'unknown'],
])('%o with %o: %s', (facts, suites, outcome) => {
  expect(outcomeOf(check, tlsWith({ suite_classes: classesWith(facts), suites }))).toBe(outcome);
});
