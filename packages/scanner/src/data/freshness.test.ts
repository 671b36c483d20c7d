import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COOKIE_TABLE_DATE } from './cookie-names.ts';
import { BYPASS_TABLE_DATE } from './csp-bypass-hosts.ts';
import { ageInDays, AGEING_AFTER_DAYS, isStale, STALE_AFTER_DAYS, staleRemark } from './freshness.ts';

const FOLDER = new URL('.', import.meta.url);
const tables = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name): [string, string | undefined] => {
    const table = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as { as_of?: string; compiled?: string };
    return [name, table.as_of ?? table.compiled];
  });

it.each([...tables, ['csp-bypass-hosts.ts', BYPASS_TABLE_DATE], ['cookie-names.ts', COOKIE_TABLE_DATE]] as const)(
  '%s is fresh',
  (name, asOf = '') => {
    expect(asOf, 'every table names its day').toMatch(/^\d{4}-\d\d-\d\d$/u);
    const age = ageInDays(asOf, Date.now());
    if (age > AGEING_AFTER_DAYS) console.warn(`${name} is ${age} days old: npm run refresh-data`);
    expect(age).toBeLessThanOrEqual(STALE_AFTER_DAYS);
  },
);

it('is stale from the day after its half year', () => {
  expect(isStale('2026-01-01', Date.parse('2026-06-30T23:00:00Z'))).toBe(false);
  expect(isStale('2026-01-01', Date.parse('2026-07-01T00:00:00Z'))).toBe(true);
});

it('a remark stands beside what an old table can make too kind, and not before', () => {
  expect(staleRemark('names', '2026-01-01', Date.parse('2026-06-30T00:00:00Z'))).toBe('');
  expect(staleRemark('names', '2026-01-01', Date.parse('2026-07-01T00:00:00Z'))).toContain('of 2026-01-01');
});
