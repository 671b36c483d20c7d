import { expect, test } from 'vitest';
import { judgedTls, outcomeOf, tlsWith } from '../../../test/tls-evidence.ts';
import check from './legacy-versions.ts';

const { versions } = tlsWith();

test.each([
  [{}, 'refused'],
  [{ 'TLS 1.0': true, 'TLS 1.1': true }, 'tls10'],
  [{ 'TLS 1.0': true, 'TLS 1.1': null }, 'tls10'],
  [{ 'TLS 1.1': true }, 'tls11'],
  [{ 'TLS 1.0': null }, 'unknown'],
  [{ 'TLS 1.1': null }, 'unknown'],
  [{ 'TLS 1.0': null, 'TLS 1.1': true }, 'unknown'],
])('%o: %s', (facts, outcome) => {
  expect(outcomeOf(check, tlsWith({ versions: { ...versions, ...facts } }))).toBe(outcome);
});

test('names versions and suites', () => {
  const tls = tlsWith({
    versions: { ...versions, 'TLS 1.0': true, 'TLS 1.1': true },
    suites: { 'TLS 1.0': ['TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA'] },
  });
  expect(judgedTls(check, tls)?.evidence).toEqual([
    'TLS 1.0 is accepted, with TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA',
    'TLS 1.1 is accepted',
  ]);
});
