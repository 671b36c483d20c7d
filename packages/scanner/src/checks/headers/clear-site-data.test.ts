import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import check from './clear-site-data.ts';

/** Clear-Site-Data §3.1: a list of quoted strings. */
it.each([
  ['"cache", "cookies", "storage"', 'good'],
  ['"*"', 'good'],
  ['"cookies", "everything"', 'partly'],
  ['"cookies", storage', 'partly'],
  ['cookies, storage', 'unquoted'],
  ['*', 'unquoted'],
  ["'cookies'", 'unquoted'],
  ['"Cookies"', 'unquoted'],
  ['', 'unquoted'],
])('%s: %s', (value, outcome) => {
  expect(judged(check, { headers: [['Clear-Site-Data', value]] })?.outcome).toBe(outcome);
});

it.each([
  ['cookies, storage', '"cookies", "storage"'],
  ['"Cookies"', '"cookies"'],
  ['"cookies" "storage"', '"cookies", "storage"'],
  ['*', '"*"'],
  // Nothing that a visitor would miss.
  ['all', '"cache"'],
])('the fix of %s is what was meant', (value, fix) => {
  expect(judged(check, { headers: [['Clear-Site-Data', value]] })?.fix).toBe(fix);
});

it('has no finding without the header', () => {
  expect(judged(check)).toBeNull();
});
