import { MATTER_KINDS } from '@palisade/billing/matters';
import type { Db } from '@palisade/db/client';
import type { QueueBackend } from '@palisade/queue/backend';
import { aliveSince } from '@palisade/queue/heartbeat';
import { z } from 'zod';
import { FailedJob, failedJobs } from './failed-jobs.ts';
import { QueueHealth, readQueues } from './queue-health.ts';
import { HOUR_MS } from './figures.ts';
import { within } from './within.ts';

const Running = z.array(z.object({ jobId: z.string(), startedAt: z.string() }));

/** About money; only a person can decide it. */
const OpenMatter = z.object({
  key: z.string(),
  kind: z.enum(MATTER_KINDS),
  provider: z.string(),
  product: z.string(),
  email: z.string(),
  ref: z.string(),
  /** Minor units. */
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  at: z.iso.datetime(),
  actions: z.array(z.enum(['refund', 'accept', 'merge', 'again', 'dismiss'])),
});
export type OpenMatter = z.infer<typeof OpenMatter>;

/** What the dashboard shows; times in milliseconds. A part that could not be loaded is null. */
export const OpsHealth = z.object({
  at: z.iso.datetime(),
  backend: z.enum(['postgres', 'redis']),
  /** Asked in a session, which can be ended. */
  session: z.boolean(),
  /** One line for each part that could not be loaded. */
  trouble: z.array(z.string()),
  queues: z.array(QueueHealth).nullable(),
  workers: z
    .array(
      z.object({
        id: z.string(),
        kind: z.string(),
        host: z.string(),
        pid: z.int(),
        engineVersion: z.string(),
        running: Running,
        concurrency: z.int(),
        eventLoopP99Ms: z.number(),
        residentBytes: z.number(),
        startedAt: z.iso.datetime(),
        seenAt: z.iso.datetime(),
        alive: z.boolean(),
      }),
    )
    .nullable(),
  failedJobs: z.array(FailedJob).nullable(),
  matters: z.array(OpenMatter).nullable(),
  failedDeliveries: z
    .array(
      z.object({
        id: z.string(),
        what: z.string(),
        attempts: z.int().nullable(),
        error: z.string(),
        at: z.iso.datetime(),
        /** Null: an operator cannot simply resend it. */
        again: z.enum(['safe', 'may double']).nullable(),
      }),
    )
    .nullable(),
});
export type OpsHealth = z.infer<typeof OpsHealth>;
export type FailedDelivery = NonNullable<OpsHealth['failedDeliveries']>[number];

export interface OpsDeps {
  db: Db;
  backend: QueueBackend;
  /** Messages, reports and payment events that were given up, newest first. */
  failedDeliveries(): Promise<FailedDelivery[]>;
  /** Mispaid, paid twice, disputed: until settled. */
  matters(): Promise<OpenMatter[]>;
}

const ANSWER_WITHIN_MS = 3_000;

export async function opsHealth(deps: OpsDeps, session: boolean, now = Date.now()): Promise<OpsHealth> {
  const trouble: string[] = [];
  const part = async <T>(name: string, work: Promise<T>): Promise<T | null> =>
    within(ANSWER_WITHIN_MS, work).catch((error: unknown) => {
      trouble.push(`${name}: ${oneLine(error)}`);
      return null;
    });
  const place = deps.backend.kind === 'redis' ? 'Redis' : 'PostgreSQL';
  const [jobs, workers, failedDeliveries, matters] = await Promise.all([
    part(`queues (${place})`, queuesAndFailedJobs(deps, now)),
    part('workers (PostgreSQL)', readWorkers(deps.db, now)),
    part('deliveries (PostgreSQL)', deps.failedDeliveries()),
    part('payments (PostgreSQL)', deps.matters()),
  ]);
  return {
    at: new Date(now).toISOString(),
    backend: deps.backend.kind,
    session,
    trouble,
    queues: jobs && jobs.queues,
    workers,
    failedJobs: jobs && jobs.failed,
    matters,
    failedDeliveries,
  };
}

async function queuesAndFailedJobs(
  deps: OpsDeps,
  now: number,
): Promise<{ queues: QueueHealth[]; failed: FailedJob[] }> {
  const queues = (await readQueues(deps, now)).map(({ health }) => health);
  return { queues, failed: await failedJobs(deps.backend, queues) };
}

async function readWorkers(db: Db, now: number): Promise<NonNullable<OpsHealth['workers']>> {
  const since = await aliveSince(db);
  const rows = await db.workerHeartbeat.findMany({
    where: { seenAt: { gt: new Date(now - HOUR_MS) } },
    orderBy: [{ kind: 'asc' }, { startedAt: 'asc' }],
  });
  return rows.map((row) => ({
    ...row,
    running: Running.parse(row.running),
    residentBytes: Number(row.residentBytes),
    startedAt: row.startedAt.toISOString(),
    seenAt: row.seenAt.toISOString(),
    alive: row.seenAt > since,
  }));
}

/** A database client's message may be a page long; its last line is the reason. */
function oneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.trim().split('\n').at(-1) ?? '').slice(0, 200) || 'no answer';
}
