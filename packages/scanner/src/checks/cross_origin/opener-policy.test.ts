import { expect, it } from 'vitest';
import type { HeaderFields } from '../../evidence/http.ts';
import { judged } from '../../../test/evidence.ts';
import openerPolicy from './opener-policy.ts';

const COOP = 'Cross-Origin-Opener-Policy';

it.each<[string, HeaderFields, string]>([
  ['absent', [], 'absent'],
  ['empty', [[COOP, '']], 'absent'],
  ['same-origin', [[COOP, 'same-origin']], 'set'],
  ['popups', [[COOP, 'same-origin-allow-popups']], 'set'],
  ['noopener', [[COOP, ' noopener-allow-popups ']], 'set'],
  ['with a parameter', [[COOP, 'same-origin; report-to="x"']], 'set'],
  ['unsafe-none', [[COOP, 'unsafe-none']], 'unsafe_none'],
  ['wrong case', [[COOP, 'Same-Origin']], 'invalid'],
  ['a string', [[COOP, '"same-origin"']], 'invalid'],
  ['a list', [[COOP, 'same-origin, same-origin']], 'invalid'],
  [
    'two fields',
    [
      [COOP, 'same-origin'],
      [COOP, 'same-origin'],
    ],
    'invalid',
  ],
  ['internal value', [[COOP, 'same-origin-plus-COEP']], 'invalid'],
  ['report only', [[`${COOP}-Report-Only`, 'same-origin']], 'report_only'],
])('%s', (_name, headers, outcome) => {
  expect(judged(openerPolicy, { headers })?.outcome).toBe(outcome);
});

it('notes an endpoint that is not defined', () => {
  const policy: HeaderFields = [[COOP, 'same-origin; report-to="x"']];
  expect(judged(openerPolicy, { headers: policy })?.note).toContain('"x"');
  expect(judged(openerPolicy, { headers: [...policy, ['Reporting-Endpoints', 'x="/reports"']] })?.note).toBeNull();
});

// The fix keeps what the owner meant: same-origin would cut off the windows of a sign-in or payment.
it.each([
  ['"same-origin-allow-popups"', 'same-origin-allow-popups'],
  ['Same-Origin-Allow-Popups; report-to="x"', 'same-origin-allow-popups'],
  ['sameorigin', 'same-origin'],
  ['same-origin, same-origin', 'same-origin'],
  ['same-origin-allow-popups, same-origin', 'same-origin'],
  ['yes', 'same-origin'],
  ['same-origin-allow-popup', 'same-origin-allow-popups'],
  ['restrict-properties', 'same-origin-allow-popups'],
  ['none', 'unsafe-none'],
])('the fix of %s is %s', (value, meant) => {
  expect(judged(openerPolicy, { headers: [[COOP, value]] })?.fix).toBe(`${COOP}: ${meant}`);
});
