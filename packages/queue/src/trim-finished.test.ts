import { randomUUID } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { queueDatabase } from '../test/queue-database.ts';
import { startingDatabase } from '../test/starting-database.ts';
import { createBackend } from './backend.ts';
import { defineJob } from './job.ts';
import { KEPT_ANSWERS } from './trim-finished.ts';

afterEach(() => void vi.useRealTimers());

const job = defineJob({
  queue: `trimmed-${randomUUID()}`,
  payload: z.object({ n: z.int() }),
  attempts: 1,
  backoffMs: 1,
  answers: true,
});

it('finished jobs are trimmed even if the first connection of their queue failed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const database = await queueDatabase();
  const { url, state, close } = await startingDatabase(database.url);
  let errors = 0;
  const backend = createBackend({ databaseUrl: url, onError: () => (errors += 1) });
  let done = 0;
  backend.worker(job, async () => String((done += 1)), { concurrency: 5, awaited: true });
  await expect.poll(() => errors).toBeGreaterThan(2);

  state.starting = false;
  const { count } = KEPT_ANSWERS.completed;
  const direct = createBackend({ databaseUrl: database.url, onError: () => undefined });
  for (let n = 0; n < count + 3; n += 1) await direct.queue(job).add({ n }, { jobId: randomUUID() });
  await expect.poll(() => done).toBe(count + 3);

  errors = 0;
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.poll(() => direct.queue(job).raw.getCompletedCount()).toBeLessThanOrEqual(count);
  expect(errors).toBe(0);
  await Promise.all([backend.close(), direct.close()]);
  close();
  await database.close();
});
