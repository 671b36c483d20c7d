import { getEventListeners } from 'node:events';
import { expect, test, vi } from 'vitest';
import { timeLimit } from './deadline.ts';

test('a time limit aborts when its time is up', async () => {
  const { signal } = timeLimit(undefined, 5);
  await vi.waitFor(() => expect(signal.aborted).toBe(true));
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});

test('a time limit ends with its parent, for its reason, and at once when that has ended', () => {
  const parent = new AbortController();
  const { signal } = timeLimit(parent.signal, 60_000);
  const why = new Error('no one waits any more');
  parent.abort(why);
  expect(signal.reason).toBe(why);
  expect(timeLimit(parent.signal, 60_000).signal.reason).toBe(why);
});

test('a time limit that was cleared is held by nothing', async () => {
  const parent = new AbortController();
  const { signal, clear } = timeLimit(parent.signal, 5);
  expect(getEventListeners(parent.signal, 'abort')).toHaveLength(1);
  clear();
  expect(getEventListeners(parent.signal, 'abort')).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 30));
  parent.abort();
  expect(signal.aborted).toBe(false);
});
