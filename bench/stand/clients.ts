import { setImmediate } from 'node:timers/promises';

const AT_ONCE = 25;

/** @returns the duration of each in milliseconds, in the order in which they ended */
export async function inFlight(
  clients: number,
  until: (started: number) => boolean,
  one: (n: number) => Promise<void>,
): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const client = async () => {
    while (until(next)) {
      const n = next++;
      const started = performance.now();
      await one(n);
      times.push(performance.now() - started);
    }
  };
  const all = [];
  for (let at = 0; at < clients; at += 1) {
    all.push(client());
    // Real callers and jobs do not arrive in one turn of the event loop, and are not delayed by a busy one.
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate();
  }
  await Promise.all(all);
  return times;
}

export const count = (total: number) => (started: number) => started < total;

export function forSeconds(seconds: number): (started: number) => boolean {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() < end;
}
