import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { callbackSecret } from '@palisade/access/callback-secret';
import { takeMonthlyScans } from '@palisade/access/monthly-quota';
import { findBatch, insertBatch, type BatchRow } from '@palisade/db/batches';
import { findCallback } from '@palisade/db/callbacks';
import { databaseTime } from '@palisade/db/database-time';
import type { QueueBackend } from '@palisade/queue/backend';
import { batchScanJob } from '@palisade/queue/jobs';
import { Batch, batchOf } from '@palisade/report/batch';
import { TargetRefused } from '@palisade/scanner/errors';
import { keyOf, requireKey } from '../caller.ts';
import { ApiError } from '../errors.ts';
import { IDEMPOTENCY_NOTE, idempotencyKey } from '../idempotency/idempotency-key.ts';
import type { CreditDeps } from '../scans/credit-source.ts';
import { withRemainingScans } from '../scans/remaining-scans.ts';
import { ErrorBody } from './error-body.ts';

interface BatchDeps extends CreditDeps {
  backend: QueueBackend;
  /** The target that a URL stands for. @throws TargetRefused */
  target: (url: string) => string;
  publicBaseUrl: () => string;
}

const MOST_URLS = 100;
const HOUR_MS = 3_600_000;
/** Deadline of a batch: then the units of scans without a report are released. */
const LONGEST_MS = HOUR_MS;
/** Lease of the reserved units. Once it has ended, no process handles the batch any more. */
const LEASE_MS = LONGEST_MS + HOUR_MS;

const states = ['waiting', 'pending', 'sending', 'delivered', 'failed'] as const;
/** `signed` is an internal step of `sending`. */
const shownState = (state: string) => (state === 'signed' ? 'sending' : (state as (typeof states)[number]));

export const OwnBatch = Batch.extend({
  callback: z
    .object({
      url: z.string(),
      state: z.enum(states).describe('waiting: for the last scan'),
      secret: z.string().describe('verifies the signature; the same for every batch of this key until it is rotated'),
    })
    .nullable(),
});

export const Deliveries = z.object({
  deliveries: z.array(
    z.object({
      id: z.string().describe('the `webhook-id`: equal for every attempt'),
      url: z.string(),
      state: z.enum(states),
      next_attempt_at: z.iso.datetime().nullable(),
      attempts: z.array(
        z.object({
          at: z.iso.datetime(),
          status: z.int().nullable().describe('the response of the receiver'),
          error: z.string().nullable(),
          duration_ms: z.int().min(0),
        }),
      ),
    }),
  ),
});

const NO_SUCH = 'there is no such batch';
const errors = { 401: ErrorBody, 403: ErrorBody, 503: ErrorBody } as const;
const batchParams = z.object({ batch_id: z.string() });

/** Up to a hundred scans in one request, in the background. */
export async function batchRoutes(app: FastifyInstance, deps: BatchDeps): Promise<void> {
  const { db, quickDb, appSecret, backend, publicBaseUrl } = deps;
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const onRequest = requireKey(app, deps);
  const own = (batch: BatchRow): z.infer<typeof OwnBatch> => ({
    ...batchOf(batch, publicBaseUrl()),
    callback:
      batch.callbackUrl === null
        ? null
        : {
            url: batch.callbackUrl,
            state: shownState(batch.callback?.state ?? 'waiting'),
            secret: callbackSecret(appSecret, { id: batch.keyId, version: batch.keyVersion }),
          },
  });
  const find = async (id: string, keyId: string): Promise<BatchRow> => {
    const batch = z.uuid().safeParse(id).success ? await findBatch(quickDb, id, keyId) : null;
    if (!batch) throw new ApiError(404, NO_SUCH);
    return batch;
  };

  typed.post(
    '/api/scans',
    {
      schema: {
        tags: ['Scans'],
        summary: 'Up to 100 scans in the background; each costs one scan of the monthly quota',
        description:
          'Returns the batch immediately. `GET /api/scans/{batch_id}` returns its state. Quota for all scans is ' +
          'reserved at once or not at all, and scans without a report are refunded. With `callback_url`, a signed ' +
          'message (Standard Webhooks) is posted there when all have finished. ' +
          IDEMPOTENCY_NOTE,
        security: [{ apiKey: [] }],
        body: z.object({
          urls: z.array(z.string()).min(1).max(MOST_URLS).describe('targets; each one counts, including duplicates'),
          callback_url: z
            .string()
            .optional()
            .describe('http or https, at a public address; redirects are not followed'),
        }),
        response: { 200: OwnBatch, 400: ErrorBody, 429: ErrorBody, ...errors },
      },
      onRequest,
      ...idempotencyKey(app, deps, (request) => keyOf(request).id),
    },
    async (request, reply) => {
      const key = keyOf(request);
      const { urls, callback_url: callbackUrl } = request.body;
      const targets = urls.map((url, index) => admitted(deps.target, url, `urls.${index}`));
      const now = await databaseTime(quickDb);
      const order = {
        id: randomUUID(),
        keyId: key.id,
        callbackUrl: callbackUrl === undefined ? null : callbackTarget(deps.target, callbackUrl),
        deadline: new Date(now.getTime() + LONGEST_MS),
        scans: targets.map((url) => ({ id: randomUUID(), url, reservationId: randomUUID() })),
      };
      const answer = await withRemainingScans(quickDb, key, reply, async () => {
        const { currentVersion } = await db.apiKey.findUniqueOrThrow({
          where: { id: key.id },
          select: { currentVersion: true },
        });
        const batch = { ...order, keyVersion: currentVersion };
        const taken = own(newBatch(batch, now));
        await request.idempotent?.prepare(jsonOf(taken));
        await db.$transaction(async (tx) => {
          const ids = batch.scans.map(({ reservationId }) => reservationId);
          await takeMonthlyScans(tx, key, ids, { leaseMs: LEASE_MS, now });
          await insertBatch(tx, batch, now);
          await request.idempotent?.commit(tx);
        });
        return taken;
      });
      // The rows are written: the clock queues any scan that does not become a job now.
      void enqueue(order.scans).catch((error: unknown) =>
        request.log.warn({ err: error }, 'a batch could not be queued: the clock will queue it'),
      );
      return sendJson(reply, answer);
    },
  );

  async function enqueue(scans: readonly { id: string }[]): Promise<void> {
    const queue = backend.queue(batchScanJob);
    // The first scan of every batch runs before the second of any: a large batch does not delay a small one.
    for (const [position, { id }] of scans.entries())
      await queue.add({ itemId: id }, { jobId: id, ...(position > 0 && { priority: position }) });
  }

  typed.get(
    '/api/scans/:batch_id',
    {
      schema: {
        tags: ['Scans'],
        summary: 'The state of a batch and the URLs of its reports',
        security: [{ apiKey: [] }],
        params: batchParams,
        response: { 200: OwnBatch, 404: ErrorBody, ...errors },
      },
      onRequest,
    },
    async (request, _reply) => own(await find(request.params.batch_id, keyOf(request).id)),
  );

  typed.get(
    '/api/scans/:batch_id/deliveries',
    {
      schema: {
        tags: ['Scans'],
        summary: 'All callback attempts of a batch',
        security: [{ apiKey: [] }],
        params: batchParams,
        response: { 200: Deliveries, 404: ErrorBody, ...errors },
      },
      onRequest,
    },
    async (request, _reply) => {
      const batch = await find(request.params.batch_id, keyOf(request).id);
      const callback = await findCallback(quickDb, batch.id);
      if (!callback) return { deliveries: [] };
      const { id, url, state, dueAt, attempts } = callback;
      return {
        deliveries: [
          {
            id: `msg_${id}`,
            url,
            state: shownState(state),
            next_attempt_at: state === 'pending' ? dueAt.toISOString() : null,
            attempts: attempts.map(({ at, status, error, durationMs }) => ({
              at: at.toISOString(),
              status,
              error,
              duration_ms: durationMs,
            })),
          },
        ],
      };
    },
  );
}

/** The batch as it will be read back, made before anything is written. */
function newBatch(
  batch: Omit<BatchRow, 'createdAt' | 'callback' | 'scans'> & { scans: readonly { url: string }[] },
  createdAt: Date,
): BatchRow {
  const nothing = { reportId: null, grade: null, score: null, provisional: null, status: null, error: null };
  const scans = batch.scans.map(({ url }) => ({ url, state: 'waiting' as const, ...nothing, finishedAt: null }));
  return { ...batch, createdAt, callback: null, scans };
}

/** @throws TargetRefused that names the field */
function admitted(target: BatchDeps['target'], url: string, field: string): string {
  try {
    return target(url);
  } catch (error) {
    if (error instanceof TargetRefused) throw new TargetRefused(`${field}: ${error.message}`, error.code);
    throw error;
  }
}

function callbackTarget(target: BatchDeps['target'], url: string): string {
  if (!/^https?:\/\//i.test(url)) throw new ApiError(400, 'callback_url must start with https:// or http://');
  return admitted(target, url, 'callback_url');
}

const JSON_TYPE = 'application/json; charset=utf-8';
function jsonOf(body: unknown) {
  return { status: 200, headers: { 'content-type': JSON_TYPE }, body: JSON.stringify(body) };
}
function sendJson(reply: FastifyReply, body: unknown): never {
  return reply.type(JSON_TYPE).send(JSON.stringify(body)) as never;
}
