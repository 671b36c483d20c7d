import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Patience } from './patience.ts';

function spin(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('only waiting uses it up, and not what keeps this thread from its events', async () => {
  const patience = new Patience(10, 60_000);
  spin(40);
  expect(patience.isOver).toBe(false);
  // On a busy machine, this thread may hardly wait for a while.
  await expect.poll(() => patience.isOver).toBe(true);
});

test('it ends all the same after the longest time', () => {
  const patience = new Patience(60_000, 20);
  expect(patience.isOver).toBe(false);
  spin(25);
  expect(patience.isOver).toBe(true);
});

test('work that comes in time is waited for, also by a busy thread, and other work is not', async () => {
  const busy = new Patience(20, 60_000).wait(sleep(5, 'done'));
  spin(60);
  await expect(busy).resolves.toBe('done');
  await expect(new Patience(5, 60_000).wait(new Promise(() => undefined))).resolves.toBeNull();
  await expect(new Patience(60_000, 60_000).wait(Promise.reject(new Error('failed')))).rejects.toThrow('failed');
});
