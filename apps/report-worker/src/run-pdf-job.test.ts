import { randomUUID } from 'node:crypto';
import { orderRender, loadRenderResults } from '@palisade/db/renders';
import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import { deliverMail } from '@palisade/mail/deliver-mail';
import { enqueueMail } from '@palisade/mail/enqueue-mail';
import { createRenderer, RendererDied, RenderTimeout } from '@palisade/pdf/renderer';
import { createBackend, type JobContext, type QueueBackend } from '@palisade/queue/backend';
import { pdfJob } from '@palisade/queue/jobs';
import { createLogger } from '@palisade/telemetry/logger';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { RECORDED } from '../test/paid-report.ts';
import { runPdfJob } from './run-pdf-job.ts';

/** Does what the service name says: spins, aborts, or answers. */
const MISBEHAVING = new URL('../../../packages/pdf/test/misbehaving-renderer.ts', import.meta.url);
const log = createLogger({ service: 'test', level: 'silent' });

let database: TestDatabase;
let backend: QueueBackend;
beforeAll(async () => {
  database = await testDatabase();
  backend = createBackend({ databaseUrl: database.url, onError: () => undefined });
});
afterAll(async () => {
  await backend.close();
  await database.close();
});

const attempt = (number: number): JobContext => ({
  jobId: 'job',
  signal: new AbortController().signal,
  stalledCount: 0,
  attempt: number,
  priority: 0,
});
const LAST = pdfJob.attempts - 1;

async function ordered(): Promise<string> {
  const renderId = randomUUID();
  await orderRender(database.db, renderId, { report: RECORDED, preparedFor: null, preparedBy: null });
  return renderId;
}
const result = async (renderId: string) => (await loadRenderResults(database.db, [renderId])).get(renderId);

function deps(serviceName: string, urgentTimeoutMs = 60_000) {
  const renderer = createRenderer({ entry: MISBEHAVING, urgentTimeoutMs });
  onTestFinished(() => renderer.close());
  return { db: database.db, backend, renderer, serviceName, log };
}

describe('the job of a PDF that a caller waits for', () => {
  it('stores the document', async () => {
    const renderId = await ordered();
    await runPdfJob(deps('answers'), { renderId }, attempt(0));
    expect(await result(renderId)).toMatchObject({ ok: true });
  });

  it.each([
    ['abort', 60_000, RendererDied],
    ['spin', 500, RenderTimeout],
  ] as const)('%s: it fails, is retried, and notifies the caller after its last try', async (fault, limit, error) => {
    const renderId = await ordered();
    const faulty = deps(fault, limit);
    await expect(runPdfJob(faulty, { renderId }, attempt(0))).rejects.toThrow(error);
    expect(await result(renderId)).toBeUndefined();
    await runPdfJob(faulty, { renderId }, attempt(LAST));
    expect(await result(renderId)).toEqual({ ok: false });
  });

  it('sends an email while a document renders endlessly', async () => {
    const { db } = database;
    const renderId = await ordered();
    const endless = deps('spin');
    const drawing = runPdfJob(endless, { renderId }, attempt(0));
    drawing.catch(() => undefined);
    const messageId = await db.$transaction((tx) =>
      enqueueMail(tx, {
        dedupeKey: randomUUID(),
        to: 'buyer@example.com',
        template: 'one_time_token',
        payload: { token: 'ot_secret', link: 'https://palisade.example/' },
      }),
    );
    const send = async () => ({ outcome: 'sent' as const, providerId: 'x' });
    const mail = { db, send, from: 'p@palisade.example', serviceName: 'Palisade' };
    expect(await deliverMail(mail, messageId)).toEqual({ state: 'sent' });
    expect(endless.renderer.pid()).toBeTypeOf('number');
    endless.renderer.close();
    await expect(drawing).rejects.toThrow(RendererDied);
  });
});
