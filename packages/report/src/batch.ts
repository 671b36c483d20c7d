import { z } from 'zod';

export const BATCH_STATES = ['waiting', 'running', 'done'] as const;
const SCAN_STATES = ['waiting', 'running', 'done', 'failed'] as const;

/** One URL of a batch, as its owner sees it. */
export const BatchScan = z.object({
  url: z.string(),
  state: z.enum(SCAN_STATES),
  report_id: z.string().nullable().describe('set when done: `GET /api/reports/<report_id>` returns the full report'),
  report_url: z.string().nullable(),
  grade: z.string().nullable(),
  score: z.int().min(0).max(100).nullable(),
  provisional: z
    .boolean()
    .nullable()
    .describe('the response was not from the site, or a section could not be assessed'),
  status: z.int().nullable().describe('set when failed: the status code that a single scan would have returned'),
  error: z.string().nullable().describe('set when failed: the reason. The scan was refunded'),
});

export const Batch = z.object({
  batch_id: z.uuid(),
  batch_url: z.string(),
  state: z.enum(BATCH_STATES).describe('state of its scans; done: all are done or failed'),
  created_at: z.iso.datetime(),
  deadline: z.iso.datetime().describe('scans that have not finished by then fail and are not charged'),
  finished_at: z.iso.datetime().nullable(),
  counts: z.object({
    total: z.int().min(0),
    waiting: z.int().min(0),
    running: z.int().min(0),
    done: z.int().min(0),
    failed: z.int().min(0),
  }),
  scans: z.array(BatchScan).describe('in request order'),
});
export type Batch = z.infer<typeof Batch>;

/** What is posted to `callback_url` when the last scan is over. */
export const BatchDone = z.object({
  type: z.literal('batch.done'),
  timestamp: z.iso.datetime(),
  data: Batch,
});
export type BatchDone = z.infer<typeof BatchDone>;

interface BatchFacts {
  id: string;
  createdAt: Date;
  deadline: Date;
  scans: readonly {
    url: string;
    state: (typeof SCAN_STATES)[number];
    reportId: string | null;
    grade: string | null;
    score: number | null;
    provisional: boolean | null;
    status: number | null;
    error: string | null;
    finishedAt: Date | null;
  }[];
}

/** The state of a batch is nowhere stored: it is that of its scans. */
export function batchOf({ id, createdAt, deadline, scans }: BatchFacts, baseUrl: string): Batch {
  const count = (state: string) => scans.filter((scan) => scan.state === state).length;
  const [waiting, running, done, failed] = SCAN_STATES.map(count) as [number, number, number, number];
  const over = waiting + running === 0;
  const last = Math.max(...scans.map(({ finishedAt }) => finishedAt?.getTime() ?? 0));
  return {
    batch_id: id,
    batch_url: `${baseUrl}/api/scans/${id}`,
    state: over ? 'done' : running + done + failed > 0 ? 'running' : 'waiting',
    created_at: createdAt.toISOString(),
    deadline: deadline.toISOString(),
    finished_at: over ? new Date(last).toISOString() : null,
    counts: { total: scans.length, waiting, running, done, failed },
    scans: scans.map(({ url, state, reportId, grade, score, provisional, status, error }) => ({
      url,
      state,
      report_id: reportId,
      report_url: reportId && `${baseUrl}/r/${reportId}`,
      grade,
      score,
      provisional,
      status,
      error,
    })),
  };
}
