import { createHmac } from 'node:crypto';
import { callbackSecretBytes } from '@palisade/access/callback-secret';
import { findBatch } from '@palisade/db/batches';
import { dueCallbacks, keepCallbackBody, storeSignature } from '@palisade/db/callbacks';
import type { Db } from '@palisade/db/client';
import { databaseTime } from '@palisade/db/database-time';
import type { QueueBackend } from '@palisade/queue/backend';
import { callbackJob } from '@palisade/queue/jobs';
import { batchOf, type Batch, type BatchDone } from '@palisade/report/batch';

export interface CallbackDeps {
  db: Db;
  backend: QueueBackend;
  appSecret: string;
  publicBaseUrl: () => string;
}

/**
 * Signs the callbacks that are due, and passes them to a process without secrets. Each attempt
 * is signed again: receivers reject old timestamps.
 */
export async function handOverCallbacks(deps: CallbackDeps, most: number): Promise<void> {
  const { db, backend, appSecret, publicBaseUrl } = deps;
  for (const { id, batchId } of await dueCallbacks(db, most)) {
    const batch = await findBatch(db, batchId, null);
    if (!batch) continue;
    const now = await databaseTime(db);
    const body = await keepCallbackBody(db, id, messageText(batchOf(batch, publicBaseUrl())));
    const secret = callbackSecretBytes(appSecret, { id: batch.keyId, version: batch.keyVersion });
    await storeSignature(db, id, signature({ id: `msg_${id}`, at: now, body, secret }), now);
    await backend.queue(callbackJob).add({ callbackId: id }, { jobId: `${id}-${now.getTime()}` });
  }
}

function messageText(batch: Batch): string {
  const message: BatchDone = { type: 'batch.done', timestamp: batch.finished_at ?? batch.created_at, data: batch };
  return JSON.stringify(message);
}

/** Standard Webhooks, "Signature scheme": HMAC-SHA-256 over `id.timestamp.body`. */
function signature(message: { id: string; at: Date; body: string; secret: Uint8Array }): string {
  const signed = `${message.id}.${Math.floor(message.at.getTime() / 1000)}.${message.body}`;
  return `v1,${createHmac('sha256', message.secret).update(signed).digest('base64')}`;
}
