import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';

const NEVER = new AbortController().signal;
const ALWAYS = 8;

/** Acquires `scans` times. @returns the order in which they started, and how to release each */
function crowd(scans: number, priorityOf: (n: number) => number = () => 0) {
  const gate = createConcurrencyLimiter();
  const inside: number[] = [];
  const leave = new Map<number, () => void>();
  const enter = (n: number, signal = NEVER) =>
    gate.enter(priorityOf(n), signal).then((left) => {
      inside.push(n);
      leave.set(n, left);
    });
  const entering = Array.from({ length: scans }, (_, n) => enter(n));
  return { inside, leave, enter, entering };
}

/** Keeps the event loop busy for this many turns. */
async function busy(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    const until = performance.now() + 20;
    while (performance.now() < until);
    await nextTurn();
  }
}

describe('scans of one process', () => {
  it('all start while the event loop is idle', async () => {
    const { inside, entering } = crowd(50);
    await Promise.all(entering);
    expect(inside).toHaveLength(50);
  });

  it('run only a few at a time while it is busy, and each that ends admits another', async () => {
    const { inside, leave } = crowd(30);
    await busy(15);
    expect(inside).toHaveLength(ALWAYS);
    leave.get(3)?.();
    leave.get(3)?.();
    await busy(10);
    expect(inside).toHaveLength(ALWAYS + 1);
    await vi.waitFor(() => expect(inside).toHaveLength(30), { timeout: 60_000 });
  });

  it('start by priority, then in the order of arrival', async () => {
    const { inside, leave } = crowd(13, (n) => (n < 8 ? 5 : [1000, 0, 1000, 1, 0][n - 8]) as number);
    await busy(2);
    for (const n of [0, 1, 2, 3, 4]) leave.get(n)?.();
    await busy(2);
    expect(inside.slice(ALWAYS)).toEqual([9, 12, 11, 8, 10]);
  });

  it('that are cancelled stop waiting, and block no other', async () => {
    const { inside, enter, leave } = crowd(8);
    const gone = new AbortController();
    const refused = enter(8, gone.signal);
    const next = enter(9);
    gone.abort(new Error('no one waits any more'));
    await expect(refused).rejects.toThrow('no one waits any more');
    await expect(enter(10, gone.signal)).rejects.toThrow('no one waits any more');
    leave.get(0)?.();
    await next;
    expect(inside).not.toContain(8);
    expect(inside).toContain(9);
  });
});
