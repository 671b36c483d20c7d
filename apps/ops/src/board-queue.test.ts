import { Queue } from 'bullmq';
import { expect, it } from 'vitest';
import { boardQueue } from './board-queue.ts';

/** Answers `getJobCounts` only; it never connects. */
function queueThat(counts: () => Promise<object>): Queue {
  return Object.assign(Object.create(Queue.prototype) as Queue, { name: 'scan', getJobCounts: counts });
}

it('the job browser uses the queue that replaced one whose first connection failed', async () => {
  const failed = queueThat(() => Promise.reject(new Error('Connection terminated due to connection timeout')));
  const working = queueThat(() => Promise.resolve({ waiting: 3 }));
  const typed = { raw: failed, add: () => Promise.resolve(), every: () => Promise.resolve() };
  const adapter = boardQueue(typed, { readOnlyMode: true });
  await expect(adapter.getJobCounts()).rejects.toThrow('timeout');
  typed.raw = working;
  expect(await adapter.getJobCounts()).toEqual({ waiting: 3 });
});
