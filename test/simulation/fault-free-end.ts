import { expect } from 'vitest';
import type { ModelQueue, ModelWorker } from './model-queue.ts';
import type { ModelStore } from './model-store.ts';
import type { VirtualTime } from './virtual-time.ts';

/** How a scan in a fault-free end differs from any other. */
interface Peculiar {
  takesMs: number;
  /** It kills its scanner; the scanner says it could not, the first time or each time. */
  ends?: 'dies' | 'ours once' | 'ours';
  /** The database keeps no result of it; or keeps the second one, and its answer is lost. */
  stored?: 'never' | 'unheard';
  /** The queue has taken the job, and says so later. */
  queueAnswersMs?: number;
  presentedMs?: number;
  /** Its caller waits no longer than any, however long it takes. */
  outlasts?: true;
}

const LONG = 'https://long.test/';
const GONE = 'https://gone.test/';
const STOLEN = 'https://stolen.test/';
const DIES = 'https://dies.test/';
const UNSTORED = 'https://unstored.test/';
const UNHEARD = 'https://unheard.test/';
const OURS_ONCE = 'https://ours-once.test/';
const OURS = 'https://ours.test/';
const ORPHAN = 'https://orphan.test/';
const SLOW_QUEUE = 'https://slow-queue.test/';
const PARTING = 'https://parting.test/';
const OUTLASTS = 'https://outlasts.test/';
const GIVEN_UP = 'https://given-up.test/';
const GIVEN_UP_UNSTORED = 'https://given-up-unstored.test/';
const AT_ONCE: Readonly<Record<string, Peculiar>> = {
  [LONG]: { takesMs: 28_000 },
  [GONE]: { takesMs: 12_000 },
  [STOLEN]: { takesMs: 12_000 },
  [DIES]: { takesMs: 500, ends: 'dies' },
  [UNSTORED]: { takesMs: 500, stored: 'never' },
  [UNHEARD]: { takesMs: 500, stored: 'unheard' },
  [OURS_ONCE]: { takesMs: 300, ends: 'ours once' },
  [OURS]: { takesMs: 300, ends: 'ours' },
  [OUTLASTS]: { takesMs: 40_000, outlasts: true },
};
const LATER: Readonly<Record<string, Peculiar>> = {
  [ORPHAN]: { takesMs: 300 },
  [SLOW_QUEUE]: { takesMs: 100, queueAnswersMs: 1_500 },
  [PARTING]: { takesMs: 300, presentedMs: 1_000 },
  [GIVEN_UP]: { takesMs: 12_000 },
  [GIVEN_UP_UNSTORED]: { takesMs: 12_000 },
};
/** As many as two workers take at once, for almost as long as a caller waits; and two that come after them. */
const BUSY = Array.from({ length: 8 }, (_, n) => `https://busy-${n}.test/`);
const LATE = 'https://late.test/';
const LEFT = 'https://left.test/';
const MOVED = 'https://moved.test/';

export const PECULIAR: Readonly<Record<string, Peculiar>> = {
  ...AT_ONCE,
  ...LATER,
  ...Object.fromEntries(BUSY.map((url) => [url, { takesMs: 15_000 }])),
  [LATE]: { takesMs: 500 },
  [LEFT]: { takesMs: 500 },
  [MOVED]: { takesMs: 2_000 },
};

export interface FaultFreeWorld {
  time: VirtualTime;
  store: ModelStore;
  queue: ModelQueue<{ scanId: string }>;
  units: readonly { state: string }[];
  /** URLs whose scan was cancelled. */
  stopped: ReadonlySet<string>;
  serve(url: string, signal?: AbortSignal): Promise<string>;
  /** Results whose broadcast was lost. */
  rescued(): number;
  /** As the queue tells a worker that it has given a job up. */
  giveUp(scanId: string): Promise<void>;
  /** One worker is ordered to stop, and another starts. */
  restart(worker: ModelWorker<{ scanId: string }> | undefined): void;
}

/** Where nothing goes wrong, what follows does so at once: leases and sweeps are for what no process is left to do. */
export async function faultFreeEnd(world: FaultFreeWorld): Promise<void> {
  const { time, store, queue, units, stopped } = world;
  const ended = new Map<string, string>();
  const leaving = new Map([GONE, PARTING, LEFT].map((url) => [url, new AbortController()]));
  const ask = (url: string): void => {
    world.serve(url, leaving.get(url)?.signal).then(
      () => ended.set(url, 'report'),
      (error: Error) => ended.set(url, error.name),
    );
  };
  const leave = (url: string) => leaving.get(url)?.abort();
  const rowOf = (url: string) => [...store.rows.values()].find((row) => row.url === url);
  const idOf = (url: string) => rowOf(url)?.id ?? '';
  const count = (state: string) => units.filter((unit) => unit.state === state).length;
  const paidBefore = count('consumed');
  const rescuedBefore = world.rescued();

  for (const url of Object.keys(AT_ONCE)) ask(url);
  await time.run(4_000);
  // Callers get an error for a scan that killed its scanner, that every scanner failed, or whose result was not stored. A
  // stored result is served even if the worker does not know of it, and a scan that failed once is tried again.
  expect([DIES, OURS, UNSTORED].map((url) => ended.get(url))).toEqual(Array(3).fill('QueueUnavailable'));
  expect([UNHEARD, OURS_ONCE].map((url) => ended.get(url))).toEqual(['report', 'report']);
  // The URLs of the first two are free.
  expect([rowOf(DIES)?.state, rowOf(OURS)?.state]).toEqual(['failed', 'failed']);
  leave(GONE);
  await time.run(200);
  // A caller who is gone pays nothing, and what no one waits for is not scanned, nor scanned to its end.
  expect([rowOf(GONE)?.state, stopped.has(GONE)]).toEqual(['cancelled', true]);

  // Its job comes once more: what is over stays over.
  const { fence } = rowOf(DIES) ?? {};
  Object.assign(queue.jobs.get(idOf(DIES)) ?? {}, { state: 'waiting', attempt: 0 });
  // An operator has it tried once more: then it is.
  const { fence: ours = 0 } = rowOf(OURS) ?? {};
  Object.assign(queue.jobs.get(idOf(OURS)) ?? {}, { state: 'waiting', attempt: 1 });
  // Its starter died between the row and the job.
  store.startOrJoinScan({ id: crypto.randomUUID(), url: ORPHAN, singleFlightKey: ORPHAN, priority: 0 });
  for (const url of Object.keys(LATER)) ask(url);
  await time.run(800);
  leave(PARTING);
  await time.run(1_000);
  // Who joins a scan that has no job gives it one. What is announced before the queue has answered is heard.
  expect([ended.get(ORPHAN), ended.get(SLOW_QUEUE)]).toEqual(['report', 'report']);
  expect(rowOf(DIES)?.fence).toBe(fence);
  expect([rowOf(OURS)?.fence, rowOf(OURS)?.state]).toEqual([ours + 1, 'failed']);
  // Who hung up while the answer was made gets none, and pays for none.
  expect(ended.get(PARTING)).toBe('AbortError');
  await world.giveUp(idOf(GIVEN_UP));
  const { giveUpScan } = store;
  store.giveUpScan = () => {
    throw new Error('connection terminated');
  };
  await world.giveUp(idOf(GIVEN_UP_UNSTORED)).catch(() => undefined);
  store.giveUpScan = giveUpScan;
  await time.run(0);
  expect([ended.get(GIVEN_UP), rowOf(GIVEN_UP)?.state]).toEqual(['QueueUnavailable', 'failed']);
  expect(ended.get(GIVEN_UP_UNSTORED)).toBe('QueueUnavailable');
  // None of it had to be looked for.
  expect(world.rescued()).toBe(rescuedBefore);

  store.giveUpScan(idOf(STOLEN), { kind: 'internal', message: 'x' });
  await time.run(10_000);
  // Whose lease is lost stops its work.
  expect(stopped).toContain(STOLEN);
  await time.run(10_000);
  // What no caller waits for any more is not scanned to its end.
  expect([ended.get(OUTLASTS), rowOf(OUTLASTS)?.state, stopped.has(OUTLASTS)]).toEqual(['QueueUnavailable', 'cancelled', true]); // prettier-ignore
  await time.run(35_000);
  // A scan that outlasts a lease is renewed.
  expect(ended.get(LONG)).toBe('report');

  for (const url of [...BUSY, LATE, LEFT]) ask(url);
  await time.run(1_000);
  leave(LEFT);
  await time.run(200);
  // What no one waits for gives its place in the line up.
  expect([rowOf(LEFT)?.state, queue.jobs.has(idOf(LEFT))]).toEqual(['cancelled', false]);
  await time.run(16_000);
  // Who waits in the line waits as long as they said.
  expect([...BUSY, LATE].filter((url) => ended.get(url) !== 'report')).toEqual([]);

  ask(MOVED);
  await time.run(1_000);
  world.restart(queue.runs(idOf(MOVED)));
  await time.run(4_000);
  // Another worker continues at once what a stopped worker had begun.
  expect([ended.get(MOVED), rowOf(MOVED)?.fence]).toEqual(['report', 2]);
  // Each report was paid for, and nothing else.
  expect(count('consumed') - paidBefore).toBe([...ended.values()].filter((how) => how === 'report').length);
  expect(count('held')).toBe(0);
}
