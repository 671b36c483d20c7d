import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { echo, KINDS, runBackend } from '../test/running-backend.ts';
import { trimFinished } from './trim-finished.ts';

describe.each(KINDS)('cancelled, repeated and finished jobs on %s', (kind) => {
  const running = runBackend(kind);

  it('cancels a running job through its signal, without a retry and without marking it failed', async () => {
    const { backend } = running();
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

  it('drains: a running job finishes, a waiting one stays for another worker', async () => {
    const { backend } = running();
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

  it('drains past its budget: the running job returns to the queue and uses no try', async () => {
    const { backend } = running();
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

  it('repeats a schedule once per interval, however many processes set it', async () => {
    const { backend } = running();
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

  it('a schedule that is set again keeps its next run, unless that is from before the clock was set back', async () => {
    const { backend } = running();
    const job = echo();
    const queue = backend.queue(job);
    const set = () => queue.every(60_000, 'tick', { n: 5 });
    const next = async () => (await queue.raw.getJobScheduler('tick'))?.next ?? 0;
    const [now, aDay] = [Date.now.bind(Date), 86_400_000];
    const ahead = vi.spyOn(Date, 'now').mockImplementation(() => now() + aDay);
    await set();
    const first = await next();
    await set();
    expect(await next()).toBe(first);
    ahead.mockRestore();
    expect(first).toBeGreaterThan(Date.now() + aDay / 2);
    await set();
    expect(await next()).toBeLessThan(Date.now() + 120_000);
    await queue.raw.removeJobScheduler('tick');
  });

  it('keeps the newest finished jobs and deletes the rest', async () => {
    const { backend } = running();
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
    // Those that finished in the same millisecond as the first excess job are deleted with it.
    expect([9, 8, 7, 6].slice(0, left.length)).toEqual(left);
    await trimFinished(queue.raw, { ...kept, completed: { count: 4, ageMs: 0 } });
    expect(await queue.raw.getCompletedCount()).toBe(0);
  });
});
