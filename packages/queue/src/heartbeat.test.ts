import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { TypedWorker } from './backend.ts';
import { livingWorkers, startHeartbeats } from './heartbeat.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.close());
afterEach(() => void vi.useRealTimers());

const worker = (running: [string, number][] = []) =>
  ({ running: new Map(running), ended: 0, raw: { concurrency: 4 } }) as unknown as TypedWorker;
const options = () => ({
  db: database.db,
  version: '1.2.3',
  onError: (error: Error) => {
    throw error;
  },
});
const rows = () => database.db.workerHeartbeat.findMany({ orderBy: { kind: 'asc' } });

it('says what each worker of the process does, since when, and nothing once they have stopped', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const began = Date.now();
  const jobs = [worker([['job-1', began]]), worker()] as const;
  const heartbeats = startHeartbeats(options(), [
    { kind: 'one', worker: jobs[0], measure: () => ({ processes: 2, cpuMs: 0, utilization: 0, loopP99Ms: 700 }) },
    { kind: 'two', worker: jobs[1] },
  ]);
  await expect.poll(async () => (await rows()).length).toBe(2);
  const first = await rows();
  expect(first).toMatchObject([
    {
      kind: 'one',
      pid: process.pid,
      engineVersion: '1.2.3',
      concurrency: 4,
      running: [{ jobId: 'job-1', startedAt: new Date(began).toISOString() }],
      cpuMsPerJob: null,
    },
    { kind: 'two', running: [] },
  ]);
  expect(first[0]?.eventLoopP99Ms).toBeGreaterThanOrEqual(700);
  expect(Number(first[0]?.residentBytes)).toBeGreaterThan(10_000_000);

  (jobs[0].running as Map<string, number>).clear();
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.poll(async () => (await rows())[0]?.running).toEqual([]);
  const later = await rows();
  expect(later.map(({ startedAt }) => startedAt)).toEqual(first.map(({ startedAt }) => startedAt));
  expect(later[1]?.seenAt.getTime()).toBeGreaterThan(first[1]?.seenAt.getTime() ?? 0);

  await heartbeats.stop();
  expect(await rows()).toEqual([]);
});

it('does not count a worker that lacks what it needs, until it has it again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let able = false;
  const heartbeats = startHeartbeats(options(), [
    { kind: 'scans', worker: worker(), able: () => able },
    { kind: 'other', worker: worker() },
  ]);
  const living = async () => [await livingWorkers(database.db, 'scans'), await livingWorkers(database.db, 'other')];
  await expect.poll(living).toEqual([0, 1]);
  for (const [now, count] of [
    [true, 1],
    [false, 0],
    [true, 1],
  ] as const) {
    able = now;
    // Sooner than the next report is due.
    await vi.advanceTimersByTimeAsync(500);
    await expect.poll(living).toEqual([count, 1]);
  }
  await heartbeats.stop();
});

it('does not come back if its worker stops while it is written', async () => {
  const heartbeats = startHeartbeats(options(), [{ kind: 'one', worker: worker() }]);
  await heartbeats.stop();
  // Time for a statement that was still on its way.
  await database.db.$queryRaw`select 1 from pg_sleep(0.3)`;
  expect(await rows()).toEqual([]);
});

it('needs one connection, however many workers report', async () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  const heartbeats = startHeartbeats(
    options(),
    ['a', 'b', 'c', 'd', 'e'].map((kind) => ({ kind, worker: worker() })),
  );
  await expect.poll(async () => (await rows()).length).toBe(5);
  const texts = sent.mock.calls.map(([query]) => JSON.stringify(query));
  expect(texts.filter((text) => text.includes('insert into worker_heartbeat'))).toHaveLength(1);
  sent.mockRestore();
  await heartbeats.stop();
});
