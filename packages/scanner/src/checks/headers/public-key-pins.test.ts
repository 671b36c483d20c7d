import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import check from './public-key-pins.ts';

it.each<[[string, string][], string]>([[[['Public-Key-Pins', 'pin-sha256="x"; max-age=5']], 'obsolete']])(
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
