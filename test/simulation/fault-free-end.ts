import { expect } from 'vitest';
import type { ModelQueue, ModelWorker } from './model-queue.ts';
import type { ModelStore } from './model-store.ts';
import type { VirtualTime } from './virtual-time.ts';

/** How a scan in a fault-free end differs from any other. */
interface Peculiar {
  takesMs: number;
  /** It kills its scanner; or the scanner reports a failure, once or every time. */
  ends?: 'dies' | 'ours once' | 'ours';
  /** The database never stores its result; or stores the second one, and its answer is lost. */
  stored?: 'never' | 'unheard';
  /** The queue accepts the job, and confirms it later. */
  queueAnswersMs?: number;
  presentedMs?: number;
  /** Its caller waits no longer than others, however long the scan takes. */
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
/** As many as two workers run at once, for almost as long as a caller waits; and two that come after them. */
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
  /** As the queue notifies a worker that a job has failed permanently. */
  giveUp(scanId: string): Promise<void>;
  /** One worker is ordered to stop, and another starts. */
  restart(worker: ModelWorker<{ scanId: string }> | undefined): void;
}

/** Without faults, each effect follows at once: leases and sweeps only replace processes that died. */
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
  // A caller who disconnects pays nothing, and a scan without callers is not started, or is stopped.
  expect([rowOf(GONE)?.state, stopped.has(GONE)]).toEqual(['cancelled', true]);

  // Its job arrives again: a finished scan stays finished.
  const { fence } = rowOf(DIES) ?? {};
  Object.assign(queue.jobs.get(idOf(DIES)) ?? {}, { state: 'waiting', attempt: 0 });
  // An operator retries it: then it runs.
  const { fence: ours = 0 } = rowOf(OURS) ?? {};
  Object.assign(queue.jobs.get(idOf(OURS)) ?? {}, { state: 'waiting', attempt: 1 });
  // Its starter died between the row and the job.
  store.startOrJoinScan({ id: crypto.randomUUID(), url: ORPHAN, singleFlightKey: ORPHAN, priority: 0 });
  for (const url of Object.keys(LATER)) ask(url);
  await time.run(800);
  leave(PARTING);
  await time.run(1_000);
  // A caller who joins a scan without a job adds one. A result that is announced before the queue has answered is received.
  expect([ended.get(ORPHAN), ended.get(SLOW_QUEUE)]).toEqual(['report', 'report']);
  expect(rowOf(DIES)?.fence).toBe(fence);
  expect([rowOf(OURS)?.fence, rowOf(OURS)?.state]).toEqual([ours + 1, 'failed']);
  // A caller who disconnects while the answer is prepared gets none, and does not pay.
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
  // No sweep had to find any of these.
  expect(world.rescued()).toBe(rescuedBefore);

  store.giveUpScan(idOf(STOLEN), { kind: 'internal', message: 'x' });
  await time.run(10_000);
  // A worker that lost its lease stops.
  expect(stopped).toContain(STOLEN);
  await time.run(10_000);
  // A scan without waiting callers is stopped.
  expect([ended.get(OUTLASTS), rowOf(OUTLASTS)?.state, stopped.has(OUTLASTS)]).toEqual(['QueueUnavailable', 'cancelled', true]); // prettier-ignore
  await time.run(35_000);
  // A scan that outlasts a lease is renewed.
  expect(ended.get(LONG)).toBe('report');

  for (const url of [...BUSY, LATE, LEFT]) ask(url);
  await time.run(1_000);
  leave(LEFT);
  await time.run(200);
  // A scan without waiting callers gives up its place in the queue.
  expect([rowOf(LEFT)?.state, queue.jobs.has(idOf(LEFT))]).toEqual(['cancelled', false]);
  await time.run(16_000);
  // A caller waits in the queue as long as announced.
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
