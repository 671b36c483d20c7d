import { expect, it } from 'vitest';
import { coalesced } from './coalesced.ts';

it('answers each caller from a look-up that began after it asked, and shares the next one', async () => {
  const loads: { key: string; done: (value: string) => void }[] = [];
  const look = coalesced((key) => new Promise<string>((done) => loads.push({ key, done })));
  const first = look('a');
  const [second, third] = [look('a'), look('a')];
  const other = look('b');
  expect(loads.map(({ key }) => key)).toEqual(['a', 'b']);
  loads[0]?.done('old');
  expect(await first).toBe('old');
  await expect.poll(() => loads.length).toBe(3);
  loads[2]?.done('new');
  loads[1]?.done('b');
  expect(await Promise.all([second, third, other])).toEqual(['new', 'new', 'b']);
});

it('a failure reaches those who shared it and no other', async () => {
  let fails = true;
  const look = coalesced(async () => {
    await Promise.resolve();
    if (fails) throw new Error('away');
    return 1;
  });
  const [first, second] = await Promise.allSettled([look('a'), look('a')]);
  expect([first.status, second.status]).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await look('a')).toBe(1);
});
