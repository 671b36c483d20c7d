import { direct, type Db } from './client.ts';

export interface QueueLoad {
  /** How many scans wait to be begun, by priority. */
  waiting: readonly (readonly [priority: number, scans: number])[];
  /** The living workers of the queue. */
  workers: readonly { concurrency: number; cpuMsPerJob: number | null }[];
  /** The database does not accept changes. */
  readOnly: boolean;
}

interface Asked {
  /** Name of the workers' queue. */
  queue: string;
  /** A worker that has not reported for so long is dead. */
  aliveMs: number;
  /** Scans older than this belong to no one. */
  lifeMs: number;
}

/** One statement: each API process asks several times a second while scans are under way. Ages are the database's alone. */
export async function queueLoad(db: Db, { queue, aliveMs, lifeMs }: Asked): Promise<QueueLoad> {
  const [row] = (await direct(db, FIGURES, [queue, aliveMs, lifeMs])) as [string, string, boolean][];
  if (!row) throw new Error('the database told nothing of the scan queue');
  const [waiting, workers, readOnly] = row;
  return {
    waiting: JSON.parse(waiting) as QueueLoad['waiting'],
    workers: (JSON.parse(workers) as [number, number | null][]).map(([concurrency, cpuMsPerJob]) => ({
      concurrency,
      cpuMsPerJob,
    })),
    readOnly,
  };
}

const FIGURES = `
  select
    (select coalesce(json_agg(json_build_array(priority, scans)), '[]')::text from (
      select priority, count(*) as scans from scan
      where state = 'queued' and created_at > now() - $3::int * interval '1 ms' group by priority) as queued) as waiting,
    (select coalesce(json_agg(json_build_array(concurrency, cpu_ms_per_job)), '[]')::text from worker_heartbeat
      where kind = $1 and seen_at > now() - $2::int * interval '1 ms') as workers,
    current_setting('transaction_read_only') = 'on' as read_only`;
