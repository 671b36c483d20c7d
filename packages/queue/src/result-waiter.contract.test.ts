import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { echo, KINDS, runBackend } from '../test/running-backend.ts';
import type { QueueBackend } from './backend.ts';
import { createResultWaiter, ResultLost, WaitAborted, WaitTimeout } from './result-waiter.ts';

describe.each(KINDS)('waiting for a result on %s', (kind) => {
  const running = runBackend(kind);

  const pools: pg.Pool[] = [];
  afterAll(async () => {
    for (const pool of pools) await pool.end();
  });
  const setUp = async (other: QueueBackend) => {
    const { backend, databaseUrl } = running();
    const table = `result_${randomUUID().replaceAll('-', '')}`;
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 });
    pool.on('error', () => undefined);
    pools.push(pool);
    await pool.query(`create table ${table} (id text primary key, n int not null)`);
    const waiter = await createResultWaiter<number>({
      broadcast: other.broadcast,
      topic: table,
      lostTopic: `${table}_lost`,
      sweepMs: 200,
      onError: () => undefined,
      async load(ids) {
        const { rows } = await pool.query<{ id: string; n: number }>(`select id, n from ${table} where id = any($1)`, [
          ids,
        ]);
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

  it('loses none of 1,500 jobs at 50 in flight while the notifying connection is killed repeatedly', async () => {
    const { open, redis } = running();
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
  });

  it('gives up at the deadline, and when the caller aborts', async () => {
    const { waiter } = await setUp(running().backend);
    await expect(waiter.wait(randomUUID(), { timeoutMs: 30 })).rejects.toThrow(WaitTimeout);
    const gone = new AbortController();
    const answer = waiter.wait(randomUUID(), { timeoutMs: 5000, signal: gone.signal });
    gone.abort();
    await expect(answer).rejects.toThrow(WaitAborted);
    expect(waiter.pending).toBe(0);
    waiter.close();
  });

  it('rejects immediately when the result could not be stored, and returns it if it was stored after all', async () => {
    const { waiter, pool, table } = await setUp(running().backend);
    const { broadcast } = running().backend;
    const [lost, stored] = [randomUUID(), randomUUID()];
    const answers = Promise.allSettled([lost, lost, stored].map((id) => waiter.wait(id, { timeoutMs: 5000 })));
    await pool.query(`insert into ${table} values ($1, 3)`, [stored]);
    for (const id of [stored, lost]) await broadcast.publish(`${table}_lost`, id);
    const started = performance.now();
    const refused = { status: 'rejected', reason: expect.any(ResultLost) as Error };
    expect(await answers).toEqual([refused, refused, { status: 'fulfilled', value: 3 }]);
    // Not only when the wait times out, after five seconds.
    expect(performance.now() - started).toBeLessThan(4_500);
    expect(waiter.pending).toBe(0);
    waiter.close();
  });

  it('finds a result whose message never arrived', async () => {
    const { waiter, pool, table } = await setUp(running().backend);
    const id = randomUUID();
    const answer = waiter.wait(id, { timeoutMs: 5000 });
    await pool.query(`insert into ${table} values ($1, 3)`, [id]);
    expect(await answer).toBe(3);
    expect(waiter.rescued).toBe(1);
    waiter.close();
  });
});
