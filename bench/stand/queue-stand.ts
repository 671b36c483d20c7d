import { randomUUID } from 'node:crypto';
import { createBackend } from '@palisade/queue/backend';
import { defineJob } from '@palisade/queue/job';
import { createResultWaiter } from '@palisade/queue/result-waiter';
import pg from 'pg';
import { z } from 'zod';

/**
 * Only request and wait: a worker that stores a row and announces it, a waiter
 * that gets the row, as for scans. Each has a separate backend.
 */
export async function queueStand(options: { databaseUrl: string; redisUrl: string | undefined; concurrency: number }) {
  const { databaseUrl, redisUrl, concurrency } = options;
  const onError = () => undefined;
  const [api, worker] = [
    createBackend({ databaseUrl, redisUrl, onError }),
    createBackend({ databaseUrl, redisUrl, onError }),
  ];
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  pool.on('error', onError);
  const topic = `bench_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  await pool.query(`create table ${topic} (id text primary key, n int not null)`);
  const job = defineJob({ queue: topic, payload: z.object({ n: z.int() }), attempts: 5, backoffMs: 50 });
  worker.worker(
    job,
    async ({ n }, { jobId }) => {
      await pool.query(`insert into ${topic} values ($1, $2) on conflict do nothing`, [jobId, n]);
      await worker.broadcast.publish(topic, jobId).catch(onError);
    },
    { concurrency, awaited: true },
  );
  const waiter = await createResultWaiter<number>({
    broadcast: api.broadcast,
    topic,
    onError,
    async load(ids) {
      const { rows } = await pool.query<{ id: string; n: number }>(`select id, n from ${topic} where id = any($1)`, [
        ids,
      ]);
      return new Map(rows.map(({ id, n }) => [id, n]));
    },
  });
  const queue = api.queue(job);

  return {
    topic,
    pool,
    queue,
    rescued: () => waiter.rescued,
    /** @returns the row's value. A refused `add` (the API would answer 503) is retried, as its caller would. */
    async request(n: number, onRefused: () => void): Promise<number> {
      for (;;) {
        const jobId = randomUUID();
        const gone = new AbortController();
        const answer = waiter.wait(jobId, { timeoutMs: 60_000, signal: gone.signal });
        answer.catch(() => undefined);
        try {
          await queue.add({ n }, { jobId });
        } catch {
          gone.abort();
          onRefused();
          continue;
        }
        return await answer;
      }
    },
    async close() {
      waiter.close();
      await api.close();
      await worker.close();
      await pool.query(`drop table ${topic}`);
      await pool.end();
    },
  };
}
