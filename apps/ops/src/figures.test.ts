import { describe, expect, it } from 'vitest';
import { lastMinutes, type MinuteRecord } from './figures.ts';

const NOON = Date.parse('2026-06-15T12:00:00Z');
/** Counted so far: 3 in the minute of 12:00, 5 in the one before, none before that, 2 in the one before. */
const record: MinuteRecord = { count: 10, since: NOON + 2_000, countBefore: 7, minutes: [5, 0, 2] };

describe('jobs in each of the last minutes', () => {
  it.each([
    ['within the current minute', NOON + 59_000, [3, 5, 0, 2, 0]],
    ['a minute without a finished job yet', NOON + 61_000, [0, 3, 5, 0, 2]],
    ['after minutes without a finished job', NOON + 3 * 60_000, [0, 0, 0, 3, 5]],
    ['a worker whose clock is ahead of ours', NOON - 2_000, [3, 5, 0, 2, 0]],
  ])('%s', (_when, now, newest) => {
    const minutes = lastMinutes(record, now);
    expect(minutes).toHaveLength(60);
    expect(minutes.slice(0, 5)).toEqual(newest);
  });

  it('is empty an hour later, and before the first job', () => {
    const none = Array.from({ length: 60 }, () => 0);
    expect(lastMinutes(record, NOON + 64 * 60_000)).toEqual(none);
    expect(lastMinutes({ count: 0, since: 0, countBefore: 0, minutes: [] }, NOON)).toEqual(none);
  });
});
