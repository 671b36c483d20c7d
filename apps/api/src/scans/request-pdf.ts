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

/** @throws ApiError 500 if the PDF cannot be rendered, QueueUnavailable if the report worker is too slow or down */
export type RequestPdf = (order: RenderOrder, options: { timeoutMs: number; signal: AbortSignal }) => Promise<Buffer>;

/** @throws QueueUnavailable while an operator has paused the PDF queue: no PDF would be rendered in time */
export async function requirePdfQueue(backend: Pick<QueueBackend, 'queue'>): Promise<void> {
  if (await isPaused(backend.queue(pdfJob)))
    throw new QueueUnavailable('the service cannot create PDFs right now: try again shortly', 5, {
      cause: new QueuePaused('the PDF queue is paused'),
    });
}

/** Requests a PDF from the report worker and waits for it in the same way as for a scan. */
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
    onError: (error) => log.warn({ err: error }, 'looking for finished PDFs'),
  });

  const requestPdf: RequestPdf = async (order, { timeoutMs, signal }) => {
    await requirePdfQueue(backend);
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
        log.warn({ renderId: id, timeoutMs }, 'a PDF was not rendered in time');
        throw new QueueUnavailable('the PDF was not ready in time: try again shortly', 10);
      }
      if (error instanceof ApiError) throw error;
      log.error({ err: error, renderId: id }, 'a PDF could not be requested or fetched');
      throw new QueueUnavailable('the service cannot create PDFs right now: try again shortly', 5, { cause: error });
    } finally {
      // The row is no longer needed: a job that runs too late finds nothing to render.
      await dropRender(db, id).catch((error: unknown) => log.warn({ err: error }, 'could not drop a render order'));
    }
  };
  return { requestPdf, close: () => waiter.close() };
}
