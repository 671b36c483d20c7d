import { z } from 'zod';
import { defineJob, type JobDefinition } from './job.ts';

/** Findings are data: a scan job throws only on internal failures, and a waiting caller has time for just one retry. */
export const scanJob = defineJob({
  queue: 'scan',
  payload: z.object({ scanId: z.uuid() }),
  attempts: 2,
  backoffMs: 200,
});

/** A PDF that a caller waits for. */
export const pdfJob = defineJob({
  queue: 'pdf',
  payload: z.object({ renderId: z.uuid() }),
  attempts: 2,
  backoffMs: 200,
});

/** Renders a paid compliance report and writes its email. */
export const complianceJob = defineJob({
  queue: 'compliance-report',
  payload: z.object({ reportId: z.string() }),
  attempts: 8,
  backoffMs: 2_000,
});

/** Sends one message from the outbox. */
export const mailJob = defineJob({
  queue: 'mail',
  payload: z.object({ messageId: z.string() }),
  attempts: 1,
  backoffMs: 1_000,
});

/** Handles one stored event from a payment provider. */
export const providerEventJob = defineJob({
  queue: 'provider-event',
  payload: z.object({ eventId: z.string() }),
  attempts: 10,
  backoffMs: 2_000,
});

/** Reads what the owner of a host states about its public listing. The queue keeps its first name, so that no waiting job is lost. */
export const ownerStatementJob = defineJob({
  queue: 'owner-word',
  payload: z.object({ host: z.string() }),
  attempts: 2,
  backoffMs: 5_000,
});

/** One scan of a batch. Its row records whether, when and how often it is tried. */
export const batchScanJob = defineJob({
  queue: 'batch-scan',
  payload: z.object({ itemId: z.uuid() }),
  attempts: 1,
  backoffMs: 1_000,
});

/**
 * A browser scans a scan's target. Its result is `gathered(BrowserEvidence)`, packed (packages/queue/src/packed.ts);
 * the worker running the scan waits for it, and removes the job. `dueAt`: milliseconds since 1970, after which no one waits.
 */
export const browserJob = defineJob({
  queue: 'browser',
  payload: z.object({ scanId: z.uuid(), dueAt: z.number() }),
  attempts: 1,
  backoffMs: 1_000,
  answers: true,
});

/** Sends one signed callback. Its row records whether it is tried again. */
export const callbackJob = defineJob({
  queue: 'callback',
  payload: z.object({ callbackId: z.uuid() }),
  attempts: 1,
  backoffMs: 1_000,
});

/** Scheduled work; the payload names the task. */
export const housekeepingJob = defineJob({
  queue: 'housekeeping',
  payload: z.object({ task: z.enum(['deliver', 'reconcile', 'retention', 'leaderboard']) }),
  attempts: 1,
  backoffMs: 1_000,
  untraced: true,
});

export const ALL_JOBS: readonly JobDefinition[] = [
  scanJob,
  pdfJob,
  complianceJob,
  mailJob,
  providerEventJob,
  ownerStatementJob,
  batchScanJob,
  browserJob,
  callbackJob,
  housekeepingJob,
];
