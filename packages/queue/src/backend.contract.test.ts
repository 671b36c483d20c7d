import { randomUUID } from 'node:crypto';
import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import { createLogger } from '@palisade/telemetry/logger';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { redisOrSkip, startRedis, type RedisServer } from '../test/redis-server.ts';
import { createBackend, type QueueBackend } from './backend.ts';
import { defineJob } from './job.ts';
import { browserJob } from './jobs.ts';
import { migrateQueue } from './migrate-queue.ts';
import { createResultWaiter, WaitAborted, WaitTimeout } from './result-waiter.ts';
import { trimFinished } from './trim-finished.ts';

const KINDS = redisOrSkip() ? (['postgres', 'redis', 'redis cluster'] as const) : (['postgres'] as const);

describe.each(KINDS)('queue backend on %s', (kind) => {
  let database: TestDatabase;
  let redis: RedisServer | undefined;
  let backend: QueueBackend;
  const pools: pg.Pool[] = [];

  const open = () =>
    createBackend({
      databaseUrl: database.url,
      redisUrl: redis?.url,
      redisCluster: kind === 'redis cluster',
      onError: () => undefined,
    });
  const echo = (name = randomUUID()) =>
    defineJob({ queue: `echo-${name}`, payload: z.object({ n: z.int() }), attempts: 2, backoffMs: 10 });

  beforeAll(async () => {
    database = await testDatabase();
    await migrateQueue(database.url);
    if (kind !== 'postgres') redis = await startRedis({ cluster: kind === 'redis cluster' });
    backend = open();
  });
  afterAll(async () => {
    await backend.close();
    for (const pool of pools) await pool.end();
    await redis?.stop();
    await database.close();
  });

  it('runs a job once and hands over its parsed payload', async () => {
    const job = echo();
    const seen: number[] = [];
    const done = Promise.withResolvers<void>();
    backend.worker(
      job,
      async ({ n }) => {
        seen.push(n);
        done.resolve();
      },
      { concurrency: 1 },
    );
    await backend.queue(job).add({ n: 7 }, { jobId: randomUUID() });
    await done.promise;
    expect(seen).toEqual([7]);
  });

  it('takes equal job ids as one job', async () => {
    const job = echo();
    const jobId = randomUUID();
    const queue = backend.queue(job);
    await queue.add({ n: 1 }, { jobId });
    await queue.add({ n: 1 }, { jobId });
    expect(await queue.raw.getJobCountByTypes('waiting', 'prioritized')).toBe(1);
  });

  it('tries again after a processor has thrown', async () => {
    const job = echo();
    const attempts: number[] = [];
    const done = Promise.withResolvers<void>();
    backend.worker(
      job,
      async (_payload, { attempt }) => {
        attempts.push(attempt);
        if (attempts.length === 1) throw new Error('once');
        done.resolve();
      },
      { concurrency: 1 },
    );
    await backend.queue(job).add({ n: 1 }, { jobId: randomUUID() });
    await done.promise;
    expect(attempts).toEqual([0, 1]);
  });

  it('runs jobs without a priority before those with one', async () => {
    const job = echo();
    const queue = backend.queue(job);
    for (const [n, priority] of [
      [1, 10],
      [2, undefined],
      [3, 5],
    ] as const) {
      await queue.add({ n }, { jobId: randomUUID(), ...(priority ? { priority } : {}) });
    }
    const order: number[] = [];
    const done = Promise.withResolvers<void>();
    backend.worker(
      job,
      async ({ n }) => {
        order.push(n);
        if (order.length === 3) done.resolve();
      },
      { concurrency: 1 },
    );
    await done.promise;
    expect(order).toEqual([2, 3, 1]);
  });

  it('keeps with a job what was logged while it ran', async () => {
    const job = echo();
    const log = createLogger({ service: 'test', level: 'info' });
    backend.worker(
      job,
      async ({ n }) => {
        log.info({ n }, 'begun');
        if (n > 1) throw new Error('too much');
      },
      { concurrency: 2 },
    );
    const queue = backend.queue(job);
    await queue.add({ n: 1 }, { jobId: 'one' });
    await queue.add({ n: 2 }, { jobId: 'two' });
    await expect.poll(() => queue.raw.getJobCounts('completed', 'failed')).toEqual({ completed: 1, failed: 1 });
    expect((await queue.raw.getJobLogs('one')).logs).toEqual([expect.stringMatching(/^\S+ info begun n=1$/)]);
    // Once for each try.
    expect((await queue.raw.getJobLogs('two')).logs).toHaveLength(2);
  });

  it('keeps what a browser saw for the one who asked, and forgets a look that was taken away', async () => {
    const queue = backend.queue(browserJob);
    const ask = async () => {
      const scanId = randomUUID();
      await queue.add({ scanId, dueAt: Date.now() + 60_000 }, { jobId: scanId });
      return scanId;
    };
    const left = await ask();
    await (await queue.raw.getJob(left))?.remove();
    const wanted = await ask();
    const done = Promise.withResolvers<string | undefined>();
    const looked: string[] = [];
    const look = async ({ scanId }: { scanId: string }) => {
      looked.push(scanId);
      return `seen of ${scanId}`;
    };
    const worker = backend.worker(browserJob, look, { concurrency: 1, maxStalledCount: 0, awaited: true });
    worker.raw.on('completed', ({ id }) => done.resolve(id));
    expect(await done.promise).toBe(wanted);
    expect((await queue.raw.getJob(wanted))?.returnvalue).toBe(`seen of ${wanted}`);
    expect(looked).toEqual([wanted]);
  });

  it('cancels a running job through its signal, without another try and without calling it failed', async () => {
    const job = echo();
    const jobId = randomUUID();
    const started = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    let runs = 0;
    const worker = backend.worker(
      job,
      async (_payload, { signal }) => {
        runs += 1;
        signal.addEventListener('abort', () => aborted.resolve());
        started.resolve();
        await aborted.promise;
        throw new Error('aborted');
      },
      { concurrency: 1 },
    );
    await backend.queue(job).add({ n: 1 }, { jobId });
    await started.promise;
    expect([...worker.running.keys()]).toEqual([jobId]);
    expect(worker.cancel(jobId, 'caller left')).toBe(true);
    await aborted.promise;
    await expect.poll(() => backend.queue(job).raw.getJobState(jobId)).toBe('completed');
    expect((await backend.queue(job).raw.getJobLogs(jobId)).logs).toEqual(['cancelled: caller left']);
    expect(worker.running.size).toBe(0);
    expect(runs).toBe(1);
  });

  it('drains: a running job ends, a waiting one stays for another worker', async () => {
    const job = echo();
    const started = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const finished: number[] = [];
    const worker = backend.worker(
      job,
      async ({ n }) => {
        started.resolve();
        await release.promise;
        finished.push(n);
      },
      { concurrency: 1 },
    );
    const queue = backend.queue(job);
    await queue.add({ n: 1 }, { jobId: randomUUID() });
    await started.promise;
    await queue.add({ n: 2 }, { jobId: randomUUID() });
    const drained = worker.drain(5000);
    release.resolve();
    await drained;
    expect(finished).toEqual([1]);
    expect(await queue.raw.getJobCountByTypes('waiting')).toBe(1);
  });

  it('drains past its budget: the running job goes back to the queue and costs no try', async () => {
    const job = echo();
    const started = Promise.withResolvers<void>();
    const worker = backend.worker(
      job,
      (_payload, { signal }) =>
        new Promise((_resolve, reject) => {
          started.resolve();
          signal.addEventListener('abort', () => reject(new Error('stopped')));
        }),
      { concurrency: 1 },
    );
    const jobId = randomUUID();
    await backend.queue(job).add({ n: 1 }, { jobId });
    await started.promise;
    await worker.drain(50);
    const attempts = Promise.withResolvers<number>();
    backend.worker(job, async (_payload, { attempt }) => attempts.resolve(attempt), { concurrency: 1 });
    expect(await attempts.promise).toBe(0);
  });

  it('runs a schedule over and over, however many processes set it', async () => {
    const job = echo();
    const queue = backend.queue(job);
    await queue.every(150, 'tick', { n: 4 });
    await queue.every(150, 'tick', { n: 4 });
    expect(await queue.raw.getJobSchedulersCount()).toBe(1);
    const seen: number[] = [];
    const done = Promise.withResolvers<void>();
    backend.worker(
      job,
      async ({ n }) => {
        seen.push(n);
        if (seen.length === 3) done.resolve();
      },
      { concurrency: 1 },
    );
    await done.promise;
    expect(seen.slice(0, 3)).toEqual([4, 4, 4]);
    await queue.raw.removeJobScheduler('tick');
  });

  it('keeps the newest finished jobs and deletes those beyond', async () => {
    const job = echo();
    const queue = backend.queue(job);
    const done = Promise.withResolvers<void>();
    backend.worker(job, async ({ n }) => void (n === 9 && done.resolve()), { concurrency: 1 });
    for (let n = 0; n < 10; n += 1) await queue.add({ n }, { jobId: `${job.queue}-${n}` });
    await done.promise;
    await expect.poll(() => queue.raw.getCompletedCount()).toBe(10);
    const kept = { completed: { count: 4, ageMs: 60_000 }, failed: { count: 4, ageMs: 60_000 } };
    await trimFinished(queue.raw, kept);
    const left = (await queue.raw.getCompleted(0, -1)).map(({ data }) => (data as { n: number }).n);
    expect(left.length).toBeGreaterThan(0);
    // Those that finished in the same millisecond as the first one too many go with it.
    expect([9, 8, 7, 6].slice(0, left.length)).toEqual(left);
    await trimFinished(queue.raw, { ...kept, completed: { count: 4, ageMs: 0 } });
    expect(await queue.raw.getCompletedCount()).toBe(0);
  });

  describe('waiting for a result', () => {
    const setUp = async (other: QueueBackend) => {
      const table = `result_${randomUUID().replaceAll('-', '')}`;
      const pool = new pg.Pool({ connectionString: database.url, max: 8 });
      pool.on('error', () => undefined);
      pools.push(pool);
      await pool.query(`create table ${table} (id text primary key, n int not null)`);
      const waiter = await createResultWaiter<number>({
        broadcast: other.broadcast,
        topic: table,
        sweepMs: 200,
        onError: () => undefined,
        async load(ids) {
          const { rows } = await pool.query<{ id: string; n: number }>(
            `select id, n from ${table} where id = any($1)`,
            [ids],
          );
          return new Map(rows.map(({ id, n }) => [id, n]));
        },
      });
      const job = echo();
      backend.worker(
        job,
        async ({ n }, { jobId }) => {
          await pool.query(`insert into ${table} values ($1, $2) on conflict do nothing`, [jobId, n]);
          await backend.broadcast.publish(table, jobId).catch(() => undefined);
        },
        { concurrency: 50 },
      );
      return { waiter, job, pool, table };
    };

    it('loses none of 1,500 jobs at 50 in flight while the notifying connection is killed over and over', async () => {
      const other = open();
      const { waiter, job, pool } = await setUp(other);
      const queue = other.queue(job);
      const killer = setInterval(() => void kill().catch(() => undefined), 300);
      const kill = async () => {
        if (redis) {
          const { Redis } = await import('ioredis');
          const admin = new Redis(redis.url);
          await admin.call('CLIENT', 'KILL', 'TYPE', 'PUBSUB');
          admin.disconnect();
        } else {
          await pool.query(
            `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen "result_%' and pid <> pg_backend_pid()`,
          );
        }
      };
      let next = 0;
      const answers: boolean[] = [];
      const client = async () => {
        while (next < 1500) {
          const n = next++;
          const jobId = randomUUID();
          const answer = waiter.wait(jobId, { timeoutMs: 15_000 });
          await queue.add({ n }, { jobId });
          answers.push((await answer) === n);
        }
      };
      await Promise.all(Array.from({ length: 50 }, client));
      clearInterval(killer);
      expect(answers).toHaveLength(1500);
      expect(answers.every(Boolean)).toBe(true);
      waiter.close();
      await other.close();
    }, 60_000);

    it('gives up at the deadline, and when no one waits', async () => {
      const { waiter } = await setUp(backend);
      await expect(waiter.wait(randomUUID(), { timeoutMs: 30 })).rejects.toThrow(WaitTimeout);
      const gone = new AbortController();
      const answer = waiter.wait(randomUUID(), { timeoutMs: 5000, signal: gone.signal });
      gone.abort();
      await expect(answer).rejects.toThrow(WaitAborted);
      expect(waiter.pending).toBe(0);
      waiter.close();
    });

    it('finds a result whose message never came', async () => {
      const { waiter, pool, table } = await setUp(backend);
      const id = randomUUID();
      const answer = waiter.wait(id, { timeoutMs: 5000 });
      await pool.query(`insert into ${table} values ($1, 3)`, [id]);
      expect(await answer).toBe(3);
      expect(waiter.rescued).toBe(1);
      waiter.close();
    });
  });
});
