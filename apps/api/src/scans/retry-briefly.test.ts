import { QuotaExhausted, TokenRefused } from '@palisade/access/errors';
import { expect, it } from 'vitest';
import { retryBriefly } from './retry-briefly.ts';

const noScansLeft = () => new QuotaExhausted('5 scans', new Date('2026-01-02'), new Date('2026-01-01'));
const always = () => new AbortController().signal;

/** Fails the given number of times, and then returns how often it was called. */
function failing(times: number, error: () => Error) {
  let asked = 0;
  return {
    asked: () => asked,
    scan: async () => {
      asked += 1;
      if (asked <= times) throw error();
      return asked;
    },
  };
}

it.each([
  ['a token that the previous scan gives back', 3, () => new TokenRefused('in-use')],
  ['the last scan of the day, which the previous scan gives back', 1, noScansLeft],
])('waits for %s', async (_what, times, error) => {
  expect(await retryBriefly(failing(times, error).scan, always())).toBe(times + 1);
});

it.each([
  ['a token that was used', 1, () => new TokenRefused('used')],
  ['a day without scans', 2, noScansLeft],
  ['a site that does not answer', 1, () => new Error('refused')],
])('refuses in the end: %s', async (_what, times, error) => {
  const failed = failing(99, error);
  await expect(retryBriefly(failed.scan, always())).rejects.toThrow(error().message);
  expect(failed.asked()).toBe(times);
});

it('waits no longer than its caller', async () => {
  const gone = new AbortController();
  const failed = failing(99, () => new TokenRefused('in-use'));
  const ended = retryBriefly(failed.scan, gone.signal);
  gone.abort(new Error('the caller hung up'));
  await expect(ended).rejects.toThrow('the caller hung up');
  expect(failed.asked()).toBe(1);
});
