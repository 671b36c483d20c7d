import { expect, it } from 'vitest';
import { SERVICES_TABLE_DATE } from '../parse/csp/services.ts';
import { COOKIE_TABLE_DATE } from './cookie-names.ts';
import { BYPASS_TABLE_DATE } from './csp-bypass-hosts.ts';
import { DKIM_SELECTORS_DATE } from './dkim-selectors.ts';
import { END_OF_LIFE_DATE } from './end-of-life.ts';
import { ageInDays, AGEING_AFTER_DAYS, isStale, STALE_AFTER_DAYS, staleRemark } from './freshness.ts';
import { GATEKEEPERS_DATE } from './gatekeepers.ts';
import { LIBRARY_TABLE_DATE } from './library-advisories.ts';

it.each([
  ['end of life', END_OF_LIFE_DATE],
  ['library advisories', LIBRARY_TABLE_DATE],
  ['hosts that defeat a policy', BYPASS_TABLE_DATE],
  ['services and their policies', SERVICES_TABLE_DATE],
  ['cookie names', COOKIE_TABLE_DATE],
  ['DKIM selectors', DKIM_SELECTORS_DATE],
  ['pages that are not the site', GATEKEEPERS_DATE],
])('the table of %s is fresh', (name, asOf) => {
  const age = ageInDays(asOf, Date.now());
  if (age > AGEING_AFTER_DAYS) console.warn(`the table of ${name} is ${age} days old: node scripts/refresh-data.ts`);
  expect(age).toBeLessThanOrEqual(STALE_AFTER_DAYS);
});

it('is stale from the day after its half year', () => {
  expect(isStale('2026-01-01', Date.parse('2026-06-30T23:00:00Z'))).toBe(false);
  expect(isStale('2026-01-01', Date.parse('2026-07-01T00:00:00Z'))).toBe(true);
});

it('a remark stands beside what an old table can make too kind, and not before', () => {
  expect(staleRemark('names', '2026-01-01', Date.parse('2026-06-30T00:00:00Z'))).toBe('');
  expect(staleRemark('names', '2026-01-01', Date.parse('2026-07-01T00:00:00Z'))).toContain('of 2026-01-01');
});
