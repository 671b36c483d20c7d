import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import check from './feature-policy.ts';

it.each<[[string, string][], string]>([
  [[['Feature-Policy', "camera 'none'"]], 'alone'],
  [
    [
      ['Feature-Policy', "camera 'none'"],
      ['Permissions-Policy', 'camera=()'],
    ],
    'replaced',
  ],
])('%j: %s', (headers, outcome) => {
  expect(judged(check, { headers })).toMatchObject({
    outcome,
    status: 'good',
    deduction: 0,
    fix: null,
    note: expect.stringMatching(/./) as string,
  });
});

it('has no finding without the header', () => {
  expect(judged(check)).toBeNull();
});
