import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import check from './expect-ct.ts';

it.each<[[string, string][], string]>([[[['Expect-CT', 'max-age=86400, enforce']], 'obsolete']])(
  '%j: %s',
  (headers, outcome) => {
    expect(judged(check, { headers })).toMatchObject({
      outcome,
      status: 'good',
      deduction: 0,
      fix: null,
      note: expect.stringMatching(/./) as string,
    });
  },
);

it('has no finding without the header', () => {
  expect(judged(check)).toBeNull();
});
