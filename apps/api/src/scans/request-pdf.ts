import { randomUUID } from 'node:crypto';
import type { Db } from '@palisade/db/client';
import { dropRender, loadRenderResults, orderRender, type RenderOrder, type RenderResult } from '@palisade/db/renders';
import type { QueueBackend } from '@palisade/queue/backend';
import { pdfJob } from '@palisade/queue/jobs';
import { isPaused } from '@palisade/queue/paused';
import { createResultWaiter, WaitAborted, WaitTimeout } from '@palisade/queue/result-waiter';
import { RENDER_DONE, RENDER_LOST } from '@palisade/queue/topics';
import { ScanCancelled } from '@palisade/scanner/errors';
import type { Logger } from '@palisade/telemetry/logger';
import { ApiError, QueueUnavailable } from '../errors.ts';
import { QueuePaused } from './readiness.ts';

/** @throws ApiError 500 when the document cannot be drawn, QueueUnavailable when the report worker is too slow or away */
export type RequestPdf = (order: RenderOrder, options: { timeoutMs: number; signal: AbortSignal }) => Promise<Buffer>;

/** @throws QueueUnavailable while an operator has paused the queue of documents: none would be drawn in time */
export async function documentsAreDrawn(backend: Pick<QueueBackend, 'queue'>): Promise<void> {
  if (await isPaused(backend.queue(pdfJob)))
    throw new QueueUnavailable('the service cannot make documents right now: try again shortly', 5, {
      cause: new QueuePaused('the queue of documents is paused'),
    });
}

/** Has the report worker draw a PDF and waits for it, exactly as a scan is waited for. */
export async function createPdfRequester(deps: {
  db: Db;
  backend: QueueBackend;
  log: Logger;
}): Promise<{ requestPdf: RequestPdf; close(): void }> {
  const { db, backend, log } = deps;
  const queue = backend.queue(pdfJob);
  const waiter = await createResultWaiter<RenderResult>({
    broadcast: backend.broadcast,
    topic: RENDER_DONE,
    lostTopic: RENDER_LOST,
    load: (ids) => loadRenderResults(db, ids),
    onError: (error) => log.warn({ err: error }, 'looking for documents'),
  });

  const requestPdf: RequestPdf = async (order, { timeoutMs, signal }) => {
    await documentsAreDrawn(backend);
    const id = randomUUID();
    const answer = waiter.wait(id, { timeoutMs, signal });
    answer.catch(() => undefined);
    try {
      await orderRender(db, id, order);
      await queue.add({ renderId: id }, { jobId: id });
      const result = await answer;
      if (!result.ok) throw new ApiError(500, 'PDF generation failed; nothing was charged');
      return result.pdf;
    } catch (error) {
      if (error instanceof WaitAborted) throw new ScanCancelled('the caller is gone');
      if (error instanceof WaitTimeout) {
        log.warn({ renderId: id, timeoutMs }, 'a document was not drawn in time');
        throw new QueueUnavailable('the document was not ready in time: try again shortly', 10);
      }
      if (error instanceof ApiError) throw error;
      log.error({ err: error, renderId: id }, 'a document could not be ordered or fetched');
      throw new QueueUnavailable('the service cannot make documents right now: try again shortly', 5, { cause: error });
    } finally {
      // Whatever happened, the row has served: a job that comes too late finds nothing to draw.
      await dropRender(db, id).catch((error: unknown) => log.warn({ err: error }, 'could not drop a render order'));
    }
  };
  return { requestPdf, close: () => waiter.close() };
}
