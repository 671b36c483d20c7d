import { expect, it } from 'vitest';
import { END_OF_LIFE_DATE } from './end-of-life.ts';
import { ageInDays, AGEING_AFTER_DAYS, isStale, STALE_AFTER_DAYS } from './freshness.ts';
import { LIBRARY_TABLE_DATE } from './library-advisories.ts';

it.each([
  ['end of life', END_OF_LIFE_DATE],
  ['library advisories', LIBRARY_TABLE_DATE],
])('the table of %s is fresh', (name, asOf) => {
  const age = ageInDays(asOf, Date.now());
  if (age > AGEING_AFTER_DAYS) console.warn(`the table of ${name} is ${age} days old: node scripts/refresh-data.ts`);
  expect(age).toBeLessThanOrEqual(STALE_AFTER_DAYS);
});

it('is stale from the day after its half year', () => {
  expect(isStale('2026-01-01', Date.parse('2026-06-30T23:00:00Z'))).toBe(false);
  expect(isStale('2026-01-01', Date.parse('2026-07-01T00:00:00Z'))).toBe(true);
});
