import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import resourcePolicy from './resource-policy.ts';

it.each([
  ['same-origin', 'set'],
  ['same-site', 'set'],
  ['cross-origin', 'open'],
  ['none', 'invalid'],
  ['Same-Origin', 'invalid'],
  ['same-origin; x', 'invalid'],
  ['same-origin, same-origin', 'invalid'],
  ['', 'absent'],
])('%j', (value, outcome) => {
  expect(judged(resourcePolicy, { headers: [['Cross-Origin-Resource-Policy', value]] })?.outcome).toBe(outcome);
});
