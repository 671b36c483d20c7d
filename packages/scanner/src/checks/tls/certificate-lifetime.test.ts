import { expect, test } from 'vitest';
import { leafWith, outcomeOf } from '../../../test/tls-evidence.ts';
import check from './certificate-lifetime.ts';

/** The last second counts: N days end one second before the N-th midnight. */
function lifetime(from: string, days: number) {
  const start = Date.parse(`${from}T00:00:00Z`);
  return {
    not_before: new Date(start).toISOString(),
    not_after: new Date(start + days * 86_400_000 - 1000).toISOString(),
  };
}

test.each([
  ['2018-06-01', 825, 'within'],
  ['2016-08-01', 1188, 'refused'],
  ['2018-06-01', 826, 'refused'],
  ['2020-09-01', 398, 'within'],
  ['2020-09-01', 399, 'refused'],
  ['2026-03-14', 398, 'within'],
  ['2026-03-15', 200, 'within'],
  ['2026-03-15', 201, 'too_long'],
  ['2026-03-15', 398, 'too_long'],
  ['2026-03-15', 825, 'refused'],
  ['2027-03-14', 200, 'within'],
  ['2027-03-15', 101, 'too_long'],
  ['2029-03-15', 47, 'within'],
  ['2029-03-15', 48, 'too_long'],
  ['2015-01-01', 1900, 'within'],
])('issued %s for %d days: %s', (from, days, outcome) => {
  expect(outcomeOf(check, leafWith(lifetime(from, days)))).toBe(outcome);
});

test('one second over is a day over', () => {
  const { not_before, not_after } = lifetime('2026-04-01', 200);
  const longer = new Date(Date.parse(not_after) + 1000).toISOString();
  expect(outcomeOf(check, leafWith({ not_before, not_after: longer }))).toBe('too_long');
});

test('browsers do not count the last second: 398 days to the second are taken, and one more is not', () => {
  const from = Date.parse('2025-01-01T00:00:00Z');
  const lasting = (seconds: number) => ({
    not_before: new Date(from).toISOString(),
    not_after: new Date(from + 398 * 86_400_000 + seconds * 1000).toISOString(),
  });
  expect(outcomeOf(check, leafWith(lasting(0)))).toBe('too_long');
  expect(outcomeOf(check, leafWith(lasting(1)))).toBe('refused');
});

test('binds public authorities only', () => {
  const anchor = { subject: 'CN=Company Root', sha256: 'rr', public: false };
  expect(outcomeOf(check, leafWith(lifetime('2026-04-01', 825), { anchor }))).toBeNull();
  expect(outcomeOf(check, leafWith(lifetime('2026-04-01', 825), { anchor: null, state: 'self_signed' }))).toBeNull();
});
