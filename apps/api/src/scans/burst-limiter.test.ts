import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createBurstLimiter } from './burst-limiter.ts';

const CONCURRENCY = 6;

function crowd() {
  const limiter = createBurstLimiter();
  const inside: number[] = [];
  const releases: (() => void)[] = [];
  let asked = 0;
  const acquire = async (n: number) => {
    const release = await limiter.acquire();
    inside.push(n);
    releases.push(release);
  };
  const ask = () => {
    limiter.arrived();
    void acquire((asked += 1));
  };
  return { limiter, inside, releases, ask };
}
const twoTurns = async () => {
  await nextTurn();
  await nextTurn();
};

describe('an admitted request', () => {
  it('proceeds after an event-loop turn without a new request', async () => {
    const { inside, ask } = crowd();
    ask();
    await nextTurn();
    expect(inside).toEqual([]);
    await twoTurns();
    expect(inside).toEqual([1]);
  });

  it('waits while requests pour in; then a few at a time proceed, in order', async () => {
    const { inside, releases, ask } = crowd();
    for (let turn = 0; turn < 20; turn += 1) {
      ask();
      await nextTurn();
      expect(inside).toEqual([]);
    }
    await twoTurns();
    expect(inside).toEqual([1, 2, 3, 4, 5, 6]);
    releases[2]?.();
    releases[2]?.();
    await twoTurns();
    expect(inside).toHaveLength(CONCURRENCY + 1);
    for (let n = 0; n < 20; n += 1) {
      releases[n]?.();
      await nextTurn();
    }
    expect(inside).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  it('proceeds even if the burst never ends', async () => {
    const { limiter, inside, ask } = crowd();
    ask();
    for (let turn = 0; turn < 100_000_000 && inside.length === 0; turn += 1) {
      limiter.arrived();
      await nextTurn();
    }
    expect(inside).toEqual([1]);
  });
});
