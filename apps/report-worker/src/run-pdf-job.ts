import { finishRender, readRenderOrder } from '@palisade/db/renders';
import type { Db } from '@palisade/db/client';
import { storesNothing } from '@palisade/db/database-unavailable';
import type { Renderer } from '@palisade/pdf/renderer';
import type { JobContext, QueueBackend } from '@palisade/queue/backend';
import { pdfJob } from '@palisade/queue/jobs';
import { RENDER_DONE, RENDER_LOST } from '@palisade/queue/topics';
import { ScanReport } from '@palisade/report/report';
import { storedContext } from './stored-context.ts';
import type { Logger } from '@palisade/telemetry/logger';
import { inSpan } from '@palisade/telemetry/tracing';

export interface PdfJobDeps {
  db: Db;
  backend: QueueBackend;
  renderer: Pick<Renderer, 'render'>;
  serviceName: string;
  log: Logger;
}

/** Renders the document a caller waits for. */
export async function runPdfJob(deps: PdfJobDeps, { renderId }: { renderId: string }, job: JobContext): Promise<void> {
  const { db, backend, renderer, serviceName, log } = deps;
  const order = await readRenderOrder(db, renderId);
  if (!order) return;
  const started = performance.now();
  let pdf: Buffer | null;
  try {
    const report = ScanReport.parse(order.report);
    const names = { preparedFor: order.preparedFor, preparedBy: order.preparedBy, serviceName };
    const more = await storedContext(db, report);
    const attributes = { 'palisade.scan_id': report.scan_id };
    pdf = await inSpan('render scan report', { attributes }, () =>
      renderer.render({ kind: 'scan', report, names, ...more }, { urgent: true }),
    );
    log.info({ renderId, ms: Math.round(performance.now() - started), bytes: pdf.length }, 'document rendered');
  } catch (error) {
    log.error({ renderId, err: error }, 'a document could not be rendered');
    if (job.attempt + 1 < pdfJob.attempts) throw error;
    pdf = null;
  }
  const announce = (topic: string) =>
    backend.broadcast.publish(topic, renderId).catch((error: unknown) => {
      log.warn({ renderId, err: error }, 'could not announce a document');
    });
  try {
    await finishRender(db, renderId, pdf);
  } catch (error) {
    // No row will record the outcome: its caller would wait until the deadline.
    if (storesNothing(error) || job.attempt + 1 >= pdfJob.attempts) await announce(RENDER_LOST);
    throw error;
  }
  await announce(RENDER_DONE);
}
