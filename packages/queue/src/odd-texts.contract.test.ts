import { randomUUID } from 'node:crypto';
import { createLogger } from '@palisade/telemetry/logger';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { KINDS, runBackend } from '../test/running-backend.ts';
import { defineJob } from './job.ts';

/** In the error of a provider, a database or a renderer, which quote what strangers wrote. */
const TEXTS = [
  'a\0b',
  'half \ud800 of a pair',
  '\udc00\ud800',
  '\u001b]0;t\u0007\u009b\u2028\uffff',
  'x'.repeat(100_000),
];

describe.each(KINDS)('texts that a database may refuse, in jobs on %s', (kind) => {
  const running = runBackend(kind);

  it.each(TEXTS)('a job that fails with %j uses its tries and ends', async (text) => {
    const { backend } = running();
    const job = defineJob({ queue: `odd-${randomUUID()}`, payload: z.object({}), attempts: 2, backoffMs: 1 });
    let runs = 0;
    const worker = backend.worker(
      job,
      async () => {
        runs += 1;
        throw new Error(text);
      },
      { concurrency: 1 },
    );
    const jobId = randomUUID();
    await backend.queue(job).add({}, { jobId });
    const { raw } = backend.queue(job);
    await expect.poll(() => raw.getJobState(jobId)).toBe('failed');
    expect(runs).toBe(2);
    expect((await raw.getJob(jobId))?.failedReason).not.toBe('');
    await worker.drain(100);
  });

  it.each(TEXTS)('a job that answers %j, and logs it', async (text) => {
    const { backend } = running();
    const job = defineJob({ queue: `odd-${randomUUID()}`, payload: z.object({}), attempts: 1, backoffMs: 1, answers: true }); // prettier-ignore
    const log = createLogger({ service: 'test', level: 'warn' });
    const worker = backend.worker(
      job,
      async () => {
        log.warn(text);
        return text;
      },
      { concurrency: 1 },
    );
    const jobId = randomUUID();
    await backend.queue(job).add({}, { jobId });
    const { raw } = backend.queue(job);
    await expect.poll(() => raw.getJobState(jobId)).toBe('completed');
    await expect.poll(async () => (await raw.getJobLogs(jobId)).logs.length).toBe(1);
    await worker.drain(100);
  });
});
