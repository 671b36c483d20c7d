import { expect, it } from 'vitest';
import { coalesced } from './coalesced.ts';

it('answers each call from a lookup that began after it, and shares the next one', async () => {
  const loads: { key: string; done: (value: string) => void }[] = [];
  const get = coalesced((key) => new Promise<string>((done) => loads.push({ key, done })));
  const first = get('a');
  const [second, third] = [get('a'), get('a')];
  const other = get('b');
  expect(loads.map(({ key }) => key)).toEqual(['a', 'b']);
  loads[0]?.done('old');
  expect(await first).toBe('old');
  await expect.poll(() => loads.length).toBe(3);
  loads[2]?.done('new');
  loads[1]?.done('b');
  expect(await Promise.all([second, third, other])).toEqual(['new', 'new', 'b']);
});

it('a failure reaches only the calls that shared it', async () => {
  let fails = true;
  const get = coalesced(async () => {
    await Promise.resolve();
    if (fails) throw new Error('away');
    return 1;
  });
  const [first, second] = await Promise.allSettled([get('a'), get('a')]);
  expect([first.status, second.status]).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await get('a')).toBe(1);
});
