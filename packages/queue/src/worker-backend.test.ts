import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { queueDatabase } from '../test/queue-database.ts';
import { startingDatabase } from '../test/starting-database.ts';
import { createBackend } from './backend.ts';
import { defineJob } from './job.ts';

const job = defineJob({ queue: `late-${randomUUID()}`, payload: z.object({ n: z.int() }), attempts: 1, backoffMs: 1 });

it('a worker waits for a database that is starting up, without a retry storm, before and after its first connection', async () => {
  const database = await queueDatabase();
  const { url, state, cut, close } = await startingDatabase(database.url);
  let errors = 0;
  const backend = createBackend({
    databaseUrl: url,
    onError: () => {
      errors += 1;
      // An endless chain of microtasks would block every timeout of this test.
      if (errors === 500) void backend.close();
    },
  });
  const direct = createBackend({ databaseUrl: database.url, onError: () => undefined });
  const seen: number[] = [];
  backend.worker(job, async ({ n }) => void seen.push(n), { concurrency: 1, awaited: true });
  await expect.poll(() => errors).toBeGreaterThan(2);

  state.starting = false;
  await direct.queue(job).add({ n: 1 }, { jobId: randomUUID() });
  await expect.poll(() => seen).toEqual([1]);

  state.starting = true;
  errors = 0;
  cut();
  await expect.poll(() => errors).toBeGreaterThan(4);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(errors).toBeLessThan(300);

  state.starting = false;
  await direct.queue(job).add({ n: 2 }, { jobId: randomUUID() });
  await expect.poll(() => seen).toEqual([1, 2]);
  await Promise.all([backend.close(), direct.close()]);
  close();
  await database.close();
});

it('a worker that never reached its database can be closed', async () => {
  const { url, close } = await startingDatabase('postgresql://user@127.0.0.1:1/none');
  let told = 0;
  const backend = createBackend({ databaseUrl: url, onError: () => (told += 1) });
  const worker = backend.worker(job, async () => undefined, { concurrency: 1 });
  await expect.poll(() => told).toBeGreaterThan(1);
  await worker.drain(1_000);
  await backend.close();
  close();
});
