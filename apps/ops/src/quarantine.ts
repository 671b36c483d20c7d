import type { Db } from '@palisade/db/client';
import type { QueueBackend } from '@palisade/queue/backend';
import { scanQuarantineJob } from '@palisade/queue/jobs';
import { z } from 'zod';

/** Scans whose process died under them. */
export const Quarantined = z.object({
  scanId: z.string(),
  /** Null once the scan's row is past its retention. */
  url: z.string().nullable(),
  state: z.enum(['waiting', 'running', 'given up', 'survived', 'cancelled']),
  /** Why it was given up. */
  reason: z.string(),
  at: z.iso.datetime(),
});
export type Quarantined = z.infer<typeof Quarantined>;

const SHOWN = 50;
const STATES = [
  ['failed', 'given up'],
  ['active', 'running'],
  ['waiting', 'waiting'],
  ['completed', 'survived'],
] as const;

/** The newest of each state. What was given up stays until an operator retries or removes its job, at most a week. */
export async function quarantined(deps: { db: Db; backend: QueueBackend }): Promise<Quarantined[]> {
  const queue = deps.backend.queue(scanQuarantineJob).raw;
  const found = await Promise.all(
    STATES.map(async ([state, shown]) => {
      const jobs = await queue.getJobs([state], 0, SHOWN - 1, false);
      return jobs.filter(Boolean).map((job) => ({ job, shown }));
    }),
  );
  const jobs = found.flat();
  if (jobs.length === 0) return [];
  const rows = await deps.db.scan.findMany({
    where: { id: { in: jobs.map(({ job }) => scanQuarantineJob.payload.parse(job.data).scanId) } },
    select: { id: true, url: true, state: true },
  });
  const scans = new Map(rows.map((row) => [row.id, row]));
  return jobs.map(({ job, shown }) => {
    const { scanId } = scanQuarantineJob.payload.parse(job.data);
    const scan = scans.get(scanId);
    return {
      scanId,
      url: scan?.url ?? null,
      // Its caller left: nobody knows whether it would have survived.
      state: shown === 'survived' && scan?.state === 'cancelled' ? 'cancelled' : shown,
      reason: job.failedReason ?? '',
      at: new Date(job.finishedOn ?? job.processedOn ?? job.timestamp).toISOString(),
    };
  });
}
