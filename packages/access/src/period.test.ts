import { expect, it } from 'vitest';
import { dayOf, monthOf, nextDay, nextMonth } from './period.ts';

it.each([
  ['2026-11-21T12:00:00.000Z', '2026-11', '2026-11-21', '2026-12-01T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
  ['2026-12-31T23:59:59.999Z', '2026-12', '2026-12-31', '2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['2027-01-01T00:00:00.000Z', '2027-01', '2027-01-01', '2027-02-01T00:00:00.000Z', '2027-01-02T00:00:00.000Z'],
  ['2028-02-29T00:00:00.000Z', '2028-02', '2028-02-29', '2028-03-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
  // Still November in UTC, although it is already December further east.
  ['2026-12-01T05:29:59.000+05:30', '2026-11', '2026-11-30', '2026-12-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
])('%s', (text, month, day, monthAfter, dayAfter) => {
  const at = new Date(text);
  expect([monthOf(at), dayOf(at), nextMonth(at).toISOString(), nextDay(at).toISOString()]).toEqual([
    month,
    day,
    monthAfter,
    dayAfter,
  ]);
});
