import { expect, test } from 'vitest';
import { judgedTls, outcomeOf, tlsWith } from '../../../test/tls-evidence.ts';
import check from './modern-versions.ts';

const { versions } = tlsWith();

test.each([
  [{}, 'modern'],
  [{ 'TLS 1.2': false }, 'modern'],
  [{ 'TLS 1.2': null }, 'modern'],
  [{ 'TLS 1.3': false }, 'no_tls13'],
  [{ 'TLS 1.3': null }, 'unknown'],
  [{ 'TLS 1.3': false, 'TLS 1.2': null }, 'unknown'],
  [{ 'TLS 1.3': false, 'TLS 1.2': false }, 'none'],
])('%o: %s', (facts, outcome) => {
  expect(outcomeOf(check, tlsWith({ versions: { ...versions, ...facts } }))).toBe(outcome);
});

test('TLS 1.3 alone costs nothing; TLS 1.2 alone costs little; neither is an F', () => {
  const judge = (facts: object) => judgedTls(check, tlsWith({ versions: { ...versions, ...facts } }));
  expect(judge({ 'TLS 1.2': false })).toMatchObject({ deduction: 0 });
  expect(judge({ 'TLS 1.3': false })).toMatchObject({ severity: 'minor', deduction: 2, cap: 89 });
  expect(judge({ 'TLS 1.3': false, 'TLS 1.2': false })).toMatchObject({ severity: 'critical', cap: 49 });
});
