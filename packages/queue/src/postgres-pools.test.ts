import pg from 'pg';
import { expect, it } from 'vitest';
import { echo } from '../test/running-backend.ts';
import { queueDatabase } from '../test/queue-database.ts';
import { createBackend } from './backend.ts';

const WORKERS = 5;
const CALLS = 40;

it('the queues and workers of a process share its connections, also to jobs added at once', async () => {
  const database = await queueDatabase();
  const errors: Error[] = [];
  const backend = createBackend({ databaseUrl: database.url, onError: (error) => errors.push(error) });
  const jobs = Array.from({ length: WORKERS }, echo);
  let done = 0;
  for (const job of jobs) backend.worker(job, async () => void (done += 1), { concurrency: 3 });
  const queues = [...jobs, ...Array.from({ length: 6 }, echo)].map((job) => backend.queue(job));
  await Promise.all(
    queues.flatMap((queue, at) => Array.from({ length: CALLS }, (_, n) => queue.add({ n }, { jobId: `${at}-${n}` }))),
  );
  await expect.poll(() => done).toBe(WORKERS * CALLS);

  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ name: string; all: number }>(
    `select application_name as name, count(*)::int as all from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() group by 1`,
  );
  await client.end();
  // Each worker listens on one of its own, with the name under which the ops page finds it.
  expect(rows.filter(({ name }) => name !== '').map((row) => row.all)).toEqual(Array<number>(WORKERS).fill(1));
  // Four to add jobs; four to take and end fifteen at once.
  expect(rows.find(({ name }) => name === '')?.all).toBeLessThanOrEqual(4 + 4);

  expect(errors).toEqual([]);
  await backend.close();
  await database.close();
});

it('a URL with options of its own keeps the place of the queue’s tables', async () => {
  const database = await queueDatabase();
  const url = new URL(database.url);
  url.searchParams.set('options', '-c statement_timeout=30s');
  const errors: Error[] = [];
  const backend = createBackend({ databaseUrl: url.href, onError: (error) => errors.push(error) });
  const job = echo();
  let done = 0;
  backend.worker(job, async () => void (done += 1), { concurrency: 1 });
  await backend.queue(job).add({ n: 1 }, { jobId: 'one' });
  await expect.poll(() => done).toBe(1);
  expect(errors).toEqual([]);
  await backend.close();
  await database.close();
});
