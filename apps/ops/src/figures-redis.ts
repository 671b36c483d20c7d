import type { Queue } from 'bullmq';
import {
  countsOf,
  HOUR_MS,
  MINUTES,
  SAMPLE,
  STATES,
  type FinishedJob,
  type MinuteRecord,
  type QueueFigures,
} from './figures.ts';

/** The commands used here, as ioredis names them, which connects the queues. */
interface RedisReader {
  lrange(key: string, from: number, to: number): Promise<string[]>;
  zrangebyscore(key: string, from: number | string, to: string, ...limit: (string | number)[]): Promise<string[]>;
  zrevrangebyscore(key: string, from: string, to: number | string, ...limit: (string | number)[]): Promise<string[]>;
  hmget(key: string, ...fields: string[]): Promise<(string | null)[]>;
}

export async function redisFigures(queue: Queue, now: number): Promise<QueueFigures> {
  const client = (await queue.getBackend().client) as unknown as RedisReader;
  const [counts, paused, waitingSince, finished, completed, failed] = await Promise.all([
    queue.getJobCounts(...STATES),
    queue.isPaused(),
    longestWaiting(queue, client),
    newestFinished(queue, client, now),
    queue.getMetrics('completed', 0, MINUTES - 1),
    queue.getMetrics('failed', 0, MINUTES - 1),
  ]);
  const count = (state: string) => counts[state] ?? 0;
  return {
    counts: countsOf(count),
    paused,
    waitingSince,
    finished,
    completed: record(completed),
    failed: record(failed),
  };
}

/** BullMQ's score of a job with a priority: the priority in the high bits, the order of arrival in the low ones. */
const SCORE_OF_PRIORITY = 2 ** 32;

/** Jobs are taken by priority and then by age, so the job that has waited longest is the first of some priority. */
async function longestWaiting(queue: Queue, client: RedisReader): Promise<number | null> {
  const heads = [
    ...(await client.lrange(queue.toKey('wait'), -1, -1)),
    ...(await client.lrange(queue.toKey('paused'), -1, -1)),
  ];
  const prioritized = queue.toKey('prioritized');
  for (let from = 0; ;) {
    const [head, score] = await client.zrangebyscore(prioritized, from, '+inf', 'WITHSCORES', 'LIMIT', 0, 1);
    if (head === undefined) break;
    heads.push(head);
    from = (Math.floor(Number(score) / SCORE_OF_PRIORITY) + 1) * SCORE_OF_PRIORITY;
  }
  const since = await Promise.all(
    heads.map(async (id) => {
      const [timestamp, opts, processedOn] = await client.hmget(queue.toKey(id), 'timestamp', 'opts', 'processedOn');
      // Taken meanwhile.
      if (!timestamp) return null;
      // A job that is tried again waits since its last try at the latest.
      return Math.max(Number(timestamp) + delayIn(opts), Number(processedOn ?? 0));
    }),
  );
  const known = since.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}

async function newestFinished(queue: Queue, client: RedisReader, now: number): Promise<FinishedJob[]> {
  const ids = await Promise.all(
    (['completed', 'failed'] as const).map((state) =>
      client.zrevrangebyscore(queue.toKey(state), '+inf', now - HOUR_MS, 'LIMIT', 0, SAMPLE),
    ),
  );
  const jobs = await Promise.all(
    ids.flat().map(async (id): Promise<FinishedJob[]> => {
      const [timestamp, opts, processedOn, finishedOn, attempts, stalled] = await client.hmget(
        queue.toKey(id),
        'timestamp',
        'opts',
        'processedOn',
        'finishedOn',
        'atm',
        'stc',
      );
      if (!timestamp || !processedOn || !finishedOn) return [];
      return [
        {
          addedAt: Number(timestamp),
          delayMs: delayIn(opts),
          processedAt: Number(processedOn),
          finishedAt: Number(finishedOn),
          attempts: Number(attempts ?? 0),
          stalled: Number(stalled ?? 0),
        },
      ];
    }),
  );
  return jobs
    .flat()
    .toSorted((a, b) => b.finishedAt - a.finishedAt)
    .slice(0, SAMPLE);
}

function delayIn(opts: string | null | undefined): number {
  const { delay } = JSON.parse(opts ?? '{}') as { delay?: unknown };
  return typeof delay === 'number' ? delay : 0;
}

function record({ meta, data }: Awaited<ReturnType<Queue['getMetrics']>>): MinuteRecord {
  return { count: meta.count, since: meta.prevTS, countBefore: meta.prevCount, minutes: data };
}
