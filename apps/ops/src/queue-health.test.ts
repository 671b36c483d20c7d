import { randomUUID } from 'node:crypto';
import type { TestDatabase } from '@palisade/db/test-database';
import { createBackend, type QueueBackend } from '@palisade/queue/backend';
import { complianceJob, housekeepingJob, mailJob, pdfJob, providerEventJob, scanJob } from '@palisade/queue/jobs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { queueDatabase } from '../../../packages/queue/test/queue-database.ts';
import { redisOrSkip, startRedis, type RedisServer } from '../../../packages/queue/test/redis-server.ts';
import { actOnFailedJob, failedJobs } from './failed-jobs.ts';
import { percentiles, readQueues, type QueueHealth } from './queue-health.ts';

const KINDS = redisOrSkip() ? (['postgres', 'redis', 'redis cluster'] as const) : (['postgres'] as const);

describe.each(KINDS)('health of the queues on %s', (kind) => {
  let database: TestDatabase;
  let redis: RedisServer | undefined;
  let backend: QueueBackend;
  beforeAll(async () => {
    database = await queueDatabase();
    if (kind !== 'postgres') redis = await startRedis({ cluster: kind === 'redis cluster' });
    backend = createBackend({
      databaseUrl: database.url,
      redisUrl: redis?.url,
      redisCluster: kind === 'redis cluster',
      onError: () => undefined,
    });
  });
  afterAll(async () => {
    await backend.close();
    await redis?.stop();
    await database.close();
  });
  const read = async (name: string, now?: number): Promise<QueueHealth> => {
    const found = (await readQueues({ db: database.db, backend }, now)).find(({ health }) => health.name === name);
    if (!found) throw new Error(`no queue ${name}`);
    return found.health;
  };

  it('the oldest waiting job is found regardless of its position in the queue', async () => {
    const queue = backend.queue(pdfJob).raw;
    const now = Date.now();
    const add = (ageMs: number, priority: number) =>
      queue.add('pdf', { renderId: randomUUID() }, { timestamp: now - ageMs, ...(priority ? { priority } : {}) });
    expect(await read('pdf', now)).toMatchObject({ waiting: 0, oldestWaitingMs: 0 });
    await add(9_000, 0);
    await add(1_000, 0);
    expect(await read('pdf', now)).toMatchObject({ waiting: 2, oldestWaitingMs: 9_000 });
    await add(2_000, 1);
    await add(60_000, 1_000);
    await add(3_000, 1_000);
    expect(await read('pdf', now)).toMatchObject({ waiting: 5, oldestWaitingMs: 60_000 });
  });

  it('a scheduled delay does not count as time in the queue', async () => {
    const queue = backend.queue(housekeepingJob).raw;
    const now = Date.now();
    // Due a second ago.
    await queue.add(queue.name, { task: 'deliver' }, { timestamp: now - 3_600_000, delay: 3_599_000 });
    backend.worker(housekeepingJob, async () => undefined, { concurrency: 1 });
    await vi.waitFor(async () => expect((await read(queue.name)).sample).toBe(1), { timeout: 60_000 });
    const { waitMs } = await read(queue.name);
    expect(waitMs?.p50).toBeGreaterThanOrEqual(1_000);
    expect(waitMs?.p50).toBeLessThan(600_000);
  });

  it('each queue’s figures are those of its own jobs, retries and failures included', async () => {
    const worker = backend.worker(scanJob, async () => undefined, { concurrency: 1 });
    backend.worker(
      complianceJob,
      async ({ reportId }, { attempt }) => {
        await new Promise((resolve) => setTimeout(resolve, 60));
        if (reportId === 'later' && attempt === 0) throw new Error('not yet');
      },
      { concurrency: 4 },
    );
    const mail = backend.worker(
      mailJob,
      async ({ messageId }, { signal }) => {
        if (messageId === 'refused') throw new Error('no such mailbox');
        if (messageId === 'left') await new Promise((_, reject) => signal.addEventListener('abort', reject));
      },
      { concurrency: 4 },
    );
    for (let n = 0; n < 5; n++) await backend.queue(scanJob).add({ scanId: randomUUID() }, { jobId: randomUUID() });
    for (const reportId of ['at-once', 'later'])
      await backend.queue(complianceJob).raw.add('report', { reportId }, { jobId: reportId, attempts: 2 });
    for (const messageId of ['sent', 'refused', 'left'])
      await backend.queue(mailJob).add({ messageId }, { jobId: messageId });
    await vi.waitFor(() => expect(mail.running.has('left')).toBe(true), { timeout: 60_000 });
    await vi.waitFor(async () => expect((await read('mail')).active).toBe(1), { timeout: 60_000 });
    mail.cancel('left', 'the caller no longer waits');
    const ended = async () => await Promise.all(['scan', 'compliance-report', 'mail'].map((name) => read(name)));
    await vi.waitFor(async () => expect((await ended()).map(({ sample }) => sample)).toEqual([5, 2, 3]), {
      timeout: 60_000,
    });
    expect(worker.running.size + mail.running.size).toBe(0);

    for (const [health, queue, totals] of [
      [(await ended())[0], backend.queue(scanJob).raw, { completedTotal: 5, failedTotal: 0, failed: 0, retried: 0 }],
      [
        (await ended())[1],
        backend.queue(complianceJob).raw,
        { completedTotal: 2, failedTotal: 0, failed: 0, retried: 1 },
      ],
      // A cancelled job has not failed.
      [(await ended())[2], backend.queue(mailJob).raw, { completedTotal: 2, failedTotal: 1, failed: 1, retried: 0 }],
    ] as const) {
      const jobs = await queue.getJobs(['completed', 'failed']);
      const runs = jobs.map(({ finishedOn = 0, processedOn = 0 }) => finishedOn - processedOn);
      expect(health).toMatchObject({ ...totals, active: 0, waiting: 0, stalled: 0, runMs: percentiles(runs) });
      const sum = (counts: readonly number[] = []) => counts.reduce((total, count) => total + count, 0);
      expect(sum(health?.completedPerMinute)).toBe(totals.completedTotal);
      expect(sum(health?.failedPerMinute)).toBe(totals.failedTotal);
    }
    // Two hours later nothing finished recently; failed jobs are still there.
    expect(await read('mail', Date.now() + 7_200_000)).toMatchObject({
      sample: 0,
      waitMs: null,
      failed: 1,
      completedPerMinute: Array.from({ length: 60 }, () => 0),
    });
  });

  it('failed jobs are shown with their error, run again when retried, and disappear when removed', async () => {
    const queue = backend.queue(providerEventJob).raw;
    const tried: string[] = [];
    let broken = true;
    backend.worker(
      providerEventJob,
      async ({ eventId }) => {
        tried.push(eventId);
        if (broken) throw new Error('the disk is full');
      },
      { concurrency: 1 },
    );
    const shown = async () => {
      const failed = await failedJobs(backend, [await read(queue.name)]);
      return failed.map(({ at: _at, ...job }) => job);
    };
    const act = (jobId: string, action: 'retry' | 'remove', name = queue.name) =>
      actOnFailedJob(backend, { queue: name, jobId, action });
    expect(await shown()).toEqual([]);
    for (const eventId of ['first', 'second']) await queue.add(queue.name, { eventId }, { jobId: eventId });
    await vi.waitFor(async () => expect(await shown()).toHaveLength(2), { timeout: 60_000 });
    expect(await shown()).toContainEqual({ queue: queue.name, jobId: 'first', tries: 1, error: 'the disk is full' });

    broken = false;
    expect(await act('first', 'retry')).toBe('done');
    await vi.waitFor(() => expect(tried).toEqual(['first', 'second', 'first']), { timeout: 60_000 });
    expect(await act('second', 'remove')).toBe('done');
    expect(await queue.getJob('second')).toBeUndefined();
    const first = await queue.getJob('first');
    await vi.waitFor(async () => expect(await first?.getState()).toBe('completed'), { timeout: 60_000 });
    expect(await shown()).toEqual([]);

    // Jobs that have not failed are not changed.
    expect([await act('first', 'retry'), await act('first', 'remove')]).toEqual(['not failed', 'not failed']);
    expect(await act('second', 'remove')).toBe('gone');
    expect(await act('first', 'remove', 'no-such-queue')).toBe('gone');
    expect(await first?.getState()).toBe('completed');
  });
});
