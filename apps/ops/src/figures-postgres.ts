import type { Db } from '@palisade/db/client';
import { countsOf, HOUR_MS, MINUTES, SAMPLE, type MinuteRecord, type QueueFigures } from './figures.ts';

const NONE: MinuteRecord = { count: 0, since: 0, countBefore: 0, minutes: [] };

interface CountRow {
  queue: string;
  state: string;
  count: bigint;
}
interface WaitingRow {
  queue: string;
  since: bigint;
}
interface FinishedRow {
  queue: string;
  addedAt: bigint;
  delayMs: bigint;
  processedAt: bigint;
  finishedAt: bigint;
  attempts: number;
  stalled: number;
}
interface MetricsRow {
  queue: string;
  kind: string;
  count: bigint;
  since: bigint | null;
  countBefore: bigint;
  minutes: bigint[];
}

/**
 * Queries BullMQ's own tables: its interface cannot return the job that has waited longest
 * (its first page of waiting jobs starts with the newest), nor the minute of a count, and
 * would need one query per job of the sample.
 */
export async function postgresFigures(db: Db, queues: readonly string[], now: number): Promise<QueueFigures[]> {
  const [counts, waiting, finished, metrics, paused] = await Promise.all([
    db.$queryRaw<CountRow[]>`
      select queue,
             case when state = 'waiting' and priority > 0 then 'prioritized' else state::text end as state,
             count(*) as count
        from bullmq.job group by 1, 2`,
    // A job that is tried again waits since its last try at the latest.
    db.$queryRaw<WaitingRow[]>`
      select queue,
             min(greatest(added_at_ms + coalesce((opts->>'delay')::bigint, 0), coalesce(processed_at_ms, 0))) as since
        from bullmq.job where state = 'waiting' group by 1`,
    db.$queryRaw<FinishedRow[]>`
      select wanted.queue, newest.*
        from unnest(${[...queues]}::text[]) as wanted(queue)
       cross join lateral (
         select added_at_ms as "addedAt", coalesce((opts->>'delay')::bigint, 0) as "delayMs",
                processed_at_ms as "processedAt", finished_at_ms as "finishedAt",
                attempts_made as attempts, stalled_count as stalled
           from bullmq.job as job
          where job.queue = wanted.queue and state in ('completed', 'failed')
            and finished_at_ms > ${now - HOUR_MS} and processed_at_ms is not null
          order by finished_at_ms desc limit ${SAMPLE}) as newest`,
    db.$queryRaw<MetricsRow[]>`
      select queue, kind, count, prev_ts as since, prev_count as "countBefore", data[1:${MINUTES}] as minutes
        from bullmq.metrics`,
    db.$queryRaw<{ queue: string }[]>`select queue from bullmq.meta where field = 'paused' and value = '1'`,
  ]);
  return queues.map((queue) => {
    const count = (state: string) =>
      Number(counts.find((row) => row.queue === queue && row.state === state)?.count ?? 0);
    const record = (kind: string): MinuteRecord => {
      const row = metrics.find((found) => found.queue === queue && found.kind === kind);
      if (!row) return NONE;
      const { since, minutes } = row;
      return {
        count: Number(row.count),
        since: Number(since ?? 0),
        countBefore: Number(row.countBefore),
        minutes: minutes.map(Number),
      };
    };
    const longest = waiting.find((row) => row.queue === queue);
    return {
      counts: countsOf(count),
      paused: paused.some((row) => row.queue === queue),
      waitingSince: longest ? Number(longest.since) : null,
      finished: finished
        .filter((row) => row.queue === queue)
        .map((row) => ({
          addedAt: Number(row.addedAt),
          delayMs: Number(row.delayMs),
          processedAt: Number(row.processedAt),
          finishedAt: Number(row.finishedAt),
          attempts: row.attempts,
          stalled: row.stalled,
        })),
      completed: record('completed'),
      failed: record('failed'),
    };
  });
}
