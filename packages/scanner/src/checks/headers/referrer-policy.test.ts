import { expect, it } from 'vitest';
import { judged, pageWith } from '../../../test/evidence.ts';
import check from './referrer-policy.ts';

it.each([
  [['no-referrer'], 'good'],
  [['Same-Origin'], 'good'],
  [['unsafe-url, strict-origin'], 'good'],
  [['no-referrer-when-downgrade', 'strict-origin-when-cross-origin'], 'good'],
  [['strict-origin, a-later-invention'], 'good'],
  [['origin'], 'origin_in_clear'],
  [['origin-when-cross-origin'], 'origin_in_clear'],
  [['no-referrer-when-downgrade'], 'full_url'],
  [['strict-origin, unsafe-url'], 'unsafe_url'],
  [['no-referrer; foo'], 'invalid'],
  // As Chromium 156 sends the Referer: one value with other characters spoils all.
  [['no-referrer, "same-origin"'], 'invalid'],
  [['unsafe-url, no-referrer;'], 'invalid'],
  [['origin, no-referrer unsafe-url', 'unsafe-url'], 'invalid'],
  [['no-referrer,'], 'good'],
  [[''], 'invalid'],
  [['never'], 'invalid'],
  [[], 'missing'],
])('%j: %s', (values, outcome) => {
  expect(judged(check, { headers: values.map((value) => ['Referrer-Policy', value]) })?.outcome).toBe(outcome);
});

it.each([
  ['replaces the header', 'no-referrer', ['unsafe-url'], 'element_unsafe_url'],
  ['stands alone', null, ['no-referrer'], 'good'],
  ['understands older names', 'unsafe-url', ['never'], 'good'],
  ['the last valid one counts', null, ['unsafe-url', 'origin', 'nonsense'], 'element_origin_in_clear'],
  ['is weaker than the header', 'no-referrer', ['no-referrer-when-downgrade'], 'element_full_url'],
  ['knows no lists', 'no-referrer', ['strict-origin, unsafe-url'], 'good'],
])('meta: %s', (_name, header, meta_referrer, outcome) => {
  const headers: [string, string][] = header === null ? [] : [['Referrer-Policy', header]];
  expect(judged(check, { headers, page: pageWith({ meta_referrer }) })?.outcome).toBe(outcome);
});

it('states that a header fixes nothing if a meta element decides', () => {
  const headers: [string, string][] = [['Referrer-Policy', 'no-referrer']];
  const note = (meta_referrer: string[]) => judged(check, { headers, page: pageWith({ meta_referrer }) })?.note;
  expect(note(['unsafe-url'])).toMatch(/Set its content to "[^"]+", or remove it/u);
  expect(note(['no-referrer'])).not.toMatch(/remove it/u);
});
