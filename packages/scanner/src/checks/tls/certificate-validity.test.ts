import { expect, test } from 'vitest';
import { SCANNED_AT } from '../../../test/evidence.ts';
import { daysFromScan, judgedTls, leafWith, outcomeOf } from '../../../test/tls-evidence.ts';
import check from './certificate-validity.ts';

test.each([
  // from, to (days from the scan), outcome
  [-30, 60, 'in_date'],
  [-90, -1, 'expired'],
  [-90, -0.0001, 'expired'],
  [1, 90, 'not_yet_valid'],
  [-80, 10, 'soon'],
  [-88, 2, 'last_days'],
  // 47 days: a quarter is 11.75, a twelfth 3.9 days.
  [-34, 13, 'in_date'],
  [-36, 11, 'soon'],
  [-44.5, 2.5, 'last_days'],
  // Six days: renewed every other day.
  [-4, 2, 'in_date'],
  [-5, 1, 'soon'],
  [-5.6, 0.4, 'last_days'],
])('%d to %d days: %s', (from, to, outcome) => {
  const tls = leafWith({ not_before: daysFromScan(from), not_after: daysFromScan(to) });
  expect(outcomeOf(check, tls)).toBe(outcome);
});

test('the last second belongs to the period, and no days are left in it', () => {
  const verdict = judgedTls(check, leafWith({ not_after: new Date(Date.parse(SCANNED_AT) - 500).toISOString() }));
  expect(verdict).toMatchObject({ outcome: 'last_days', evidence: [expect.any(String), '0 days left'] });
});

test('says how long it has been expired, is valid, or is not valid yet', () => {
  const said = (from: number, to: number) =>
    judgedTls(check, leafWith({ not_before: daysFromScan(from), not_after: daysFromScan(to) }))?.evidence.at(-1);
  expect(said(-90, -1.9)).toBe('expired 1 day ago');
  expect(said(-90, -0.5)).toBe('expired less than a day ago');
  expect(said(-90, 1.9)).toBe('1 day left');
  expect(said(0.2, 90)).toBe('valid in less than a day');
  expect(said(2.5, 90)).toBe('valid in 2 days');
});

test('weighs an expired certificate as critical and names its dates', () => {
  const verdict = judgedTls(check, leafWith({ not_before: daysFromScan(-91), not_after: daysFromScan(-1) }));
  expect(verdict).toMatchObject({
    severity: 'critical',
    cap: 49,
    evidence: ['CN=example.test: 2026-08-22 to 2026-11-20', 'expired 1 day ago'],
  });
});
