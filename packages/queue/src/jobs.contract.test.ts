import { randomUUID } from 'node:crypto';
import { createLogger } from '@palisade/telemetry/logger';
import { describe, expect, it } from 'vitest';
import { echo, KINDS, runBackend } from '../test/running-backend.ts';
import { browserJob } from './jobs.ts';

describe.each(KINDS)('jobs on %s', (kind) => {
  const running = runBackend(kind);

  it('runs a job once, with its parsed payload', async () => {
    const { backend } = running();
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

  it('treats equal job ids as one job', async () => {
    const { backend } = running();
    const job = echo();
    const jobId = randomUUID();
    const queue = backend.queue(job);
    await queue.add({ n: 1 }, { jobId });
    await queue.add({ n: 1 }, { jobId });
    expect(await queue.raw.getJobCountByTypes('waiting', 'prioritized')).toBe(1);
  });

  it('is listed with its worker, whatever its name: Redis takes no spaces in one', async () => {
    const { backend } = running();
    const job = echo();
    backend.worker(job, async () => undefined, { concurrency: 1, name: 'ann’s host 42' });
    const listed = async () => (await backend.queue(job).raw.getWorkers()).length;
    await expect.poll(listed).toBe(1);
  });

  it('retries after a processor has thrown', async () => {
    const { backend } = running();
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
    const { backend } = running();
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

  it('stores a job’s log with the job', async () => {
    const { backend } = running();
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
    // Once per try.
    expect((await queue.raw.getJobLogs('two')).logs).toHaveLength(2);
  });

  it('keeps a browser’s result for the worker that requested it, and deletes that of a removed job', async () => {
    const { backend } = running();
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
});
