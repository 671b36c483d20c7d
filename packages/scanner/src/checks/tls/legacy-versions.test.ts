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
  // What is known counts, although there may be more.
  [{ 'TLS 1.0': null, 'TLS 1.1': true }, 'tls11'],
])('%o: %s', (facts, outcome) => {
  expect(outcomeOf(check, tlsWith({ versions: { ...versions, ...facts } }))).toBe(outcome);
});

test('what is not known of TLS 1.0 is said', () => {
  const note = (tls10: boolean | null) =>
    judgedTls(check, tlsWith({ versions: { ...versions, 'TLS 1.0': tls10, 'TLS 1.1': true } }))?.note;
  expect(note(null)).toContain('could not determine whether the server also accepts TLS 1.0');
  expect(note(false)).toContain('rejects TLS 1.0');
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
