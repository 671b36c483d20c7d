import { getEventListeners } from 'node:events';
import { expect, test, vi } from 'vitest';
import { timeLimit } from './deadline.ts';

test('a time limit aborts when its time is up', async () => {
  const { signal } = timeLimit(undefined, 5);
  await vi.waitFor(() => expect(signal.aborted).toBe(true));
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});

test('a time limit ends with its parent and for the same reason, immediately if the parent has already ended', () => {
  const parent = new AbortController();
  const { signal } = timeLimit(parent.signal, 60_000);
  const why = new Error('no one waits any more');
  parent.abort(why);
  expect(signal.reason).toBe(why);
  expect(timeLimit(parent.signal, 60_000).signal.reason).toBe(why);
});

test('nothing retains a time limit that was cleared', async () => {
  const parent = new AbortController();
  const { signal, clear } = timeLimit(parent.signal, 5);
  expect(getEventListeners(parent.signal, 'abort')).toHaveLength(1);
  clear();
  expect(getEventListeners(parent.signal, 'abort')).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 30));
  parent.abort();
  expect(signal.aborted).toBe(false);
});
