import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurnstile } from './turnstile.ts';

const WIDTH = 6;

function crowd() {
  const turnstile = createTurnstile();
  const inside: number[] = [];
  const leave: (() => void)[] = [];
  let asked = 0;
  const pass = async (n: number) => {
    const passed = await turnstile.pass();
    inside.push(n);
    leave.push(passed);
  };
  const ask = () => {
    turnstile.arrived();
    void pass((asked += 1));
  };
  return { turnstile, inside, leave, ask };
}
const twoTurns = async () => {
  await nextTurn();
  await nextTurn();
};

describe('who was admitted', () => {
  it('goes on after a turn in which nobody came', async () => {
    const { inside, ask } = crowd();
    ask();
    await nextTurn();
    expect(inside).toEqual([]);
    await twoTurns();
    expect(inside).toEqual([1]);
  });

  it('waits while requests pour in; then a few at a time go, in order', async () => {
    const { inside, leave, ask } = crowd();
    for (let turn = 0; turn < 20; turn += 1) {
      ask();
      await nextTurn();
      expect(inside).toEqual([]);
    }
    await twoTurns();
    expect(inside).toEqual([1, 2, 3, 4, 5, 6]);
    leave[2]?.();
    leave[2]?.();
    await twoTurns();
    expect(inside).toHaveLength(WIDTH + 1);
    for (let n = 0; n < 20; n += 1) {
      leave[n]?.();
      await nextTurn();
    }
    expect(inside).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  it('goes on though the burst never ends', async () => {
    const { turnstile, inside, ask } = crowd();
    ask();
    for (let turn = 0; turn < 100_000_000 && inside.length === 0; turn += 1) {
      turnstile.arrived();
      await nextTurn();
    }
    expect(inside).toEqual([1]);
  });
});
