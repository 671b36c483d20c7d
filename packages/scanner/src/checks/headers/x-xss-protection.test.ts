import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import check from './x-xss-protection.ts';

it.each<[[string, string][], string]>([
  [[['X-XSS-Protection', '0']], 'off'],
  [[['X-XSS-Protection', '1; mode=block']], 'on'],
  [[['x-xss-protection', '']], 'on'],
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
