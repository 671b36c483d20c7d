import { describe, expect, it } from 'vitest';
import { scrub } from './scrub.ts';

describe('scrub', () => {
  it.each([
    ['GET /api/usage?key=pal_live_abcdefgh123', 'GET /api/usage?[query]'],
    ['key pal_live_abcdefgh123 used', 'key [secret] used'],
    ['mail to jane.doe+x@mail.example.com failed', 'mail to [email] failed'],
    [
      'connect postgresql://palisade:hunter2@127.0.0.1:5432/x',
      'connect postgresql://palisade:[secret]@127.0.0.1:5432/x',
    ],
    ['nothing to hide', 'nothing to hide'],
  ])('%s', (text, expected) => {
    expect(scrub(text)).toBe(expected);
  });

  it('limits how much it reads', () => {
    expect(scrub('a@'.repeat(1_000_000)).length).toBeLessThanOrEqual(4096);
  });
});
