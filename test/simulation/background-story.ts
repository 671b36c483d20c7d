import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { createPdfRequester } from '../../apps/api/src/scans/request-pdf.ts';
import { complianceMailHooks, runComplianceJob } from '../../apps/report-worker/src/compliance-report.ts';
import { handOverMail, runHousekeepingJob } from '../../apps/report-worker/src/housekeeping.ts';
import { runPdfJob } from '../../apps/report-worker/src/run-pdf-job.ts';
import { processProviderEvent, storeProviderEvent } from '../../packages/billing/src/provider-events.ts';
import { deliverMail } from '../../packages/mail/src/deliver-mail.ts';
import { enqueueMail } from '../../packages/mail/src/enqueue-mail.ts';
import type { SendMail } from '../../packages/mail/src/outgoing.ts';
import { FaultyProcess, worksAgain, type FaultyWorld } from './faulty-process.ts';
import { modelBackend, type ModelJobs } from './model-backend.ts';
import { BACKGROUND_TABLES } from './background-tables.ts';
import { modelTables } from './model-tables.ts';
import {
  DEADLY,
  DRAWN_AT_LAST,
  NO_ADDRESS,
  faultFreeBackground,
  UNDRAWABLE,
  UNSTORED,
} from './fault-free-background.ts';
import { shortReport } from './short-report.ts';
import { seeded, untilRight, virtualTime } from './virtual-time.ts';

const REPORT = shortReport();
/** What the model lacks would pass for one more of the faults that a story is made of. */
const lacking: unknown[] = [];
const note = (error: unknown) => void (error instanceof TypeError && lacking.push(error));
const LOG = Object.fromEntries(['info', 'warn', 'error', 'debug'].map((level) => [level, ({ err }: { err?: unknown }) => note(err)])) as never; // prettier-ignore
const PDF_MS = 20_000;

const now = () => new Date();
/** It keeps no document. */
function withoutResults(db: { pdfRender: object }): never {
  const updateMany = async () => {
    throw new Error('connection terminated');
  };
  return { ...db, pdfRender: Object.assign(Object.create(db.pdfRender) as object, { updateMany }) } as never;
}

export interface BackgroundStory extends Record<string, number> {
  documents: number;
  mails: number;
  events: number;
  /** Compliance reports that arrived, and those whose token is free again; of these, by mail that failed or that no one knows of. */
  reports: number;
  refunds: number;
  refused: number;
  neverKnown: number;
  crashes: number;
}

/** One story of documents, mail and payment events: half a minute of faults, then peace in which all must come right. */
export async function backgroundStory(seed: number): Promise<BackgroundStory> {
  const time = virtualTime();
  try {
    const chance = seeded(seed);
    const tables = modelTables(BACKGROUND_TABLES);
    const counts = { documents: 0, mails: 0, events: 0, reports: 0, refunds: 0, refused: 0, neverKnown: 0, crashes: 0 };
    const world: FaultyWorld = {
      time,
      chance,
      faulty: true,
      away: { database: 0, queue: 0 },
      onCrash(process) {
        counts.crashes += 1;
        void time.sleep(500 + chance.below(3_000)).then(() => (process.name === 'api' ? startApi() : startWorker()));
      },
    };
    const jobs = modelBackend(world);

    const tried = new Set<string>();
    // The mail service: what it took under one key it takes once.
    const delivered = new Map<string, string>();
    const senderOf =
      (process: FaultyProcess): SendMail =>
      async ({ id, to }) => {
        await time.sleep(chance.below(1_500));
        await process.here();
        const fate = world.faulty ? chance.next() : 1;
        if (to === NO_ADDRESS) return { outcome: 'permanent', reason: 'no such address' };
        if (fate < 0.05) return { outcome: 'retryable', reason: 'busy' };
        if (fate < 0.07 && !delivered.has(id)) return { outcome: 'permanent', reason: 'no such address' };
        const lost = fate < 0.15;
        if (!lost || chance.chance(0.5)) delivered.set(id, to);
        await process.here();
        return lost ? { outcome: 'unknown', reason: 'no answer' } : { outcome: 'sent', providerId: id };
      };
    const rendererOf = (process: FaultyProcess) => ({
      async render({ names: { preparedFor } }: { names: { preparedFor?: string | null } }) {
        if (preparedFor === DEADLY) {
          process.crash();
          await process.here();
        }
        if (preparedFor === UNDRAWABLE) throw new Error('could not draw');
        if (preparedFor === DRAWN_AT_LAST && !tried.has(preparedFor)) {
          tried.add(preparedFor);
          throw new Error('could not draw');
        }
        await time.sleep(50 + chance.below(2_000));
        const fate = world.faulty ? chance.next() : 1;
        if (fate < 0.02) process.crash();
        await process.here();
        if (fate < 0.06) throw new Error('could not draw');
        return Buffer.from('%PDF');
      },
    });
    const billingOf = (db: never) => ({
      db,
      appSecret: 'x',
      publicBaseUrl: () => 'http://x.test',
      providers: {
        stripe: {
          readWebhook: (body: Buffer) => ({ id: body.toString(), type: 'paid', payload: {} }),
          locate: async ({ id }: { id: string }) => ({ id }),
        },
      } as never,
      enqueueMail: async (tx: never, mail: never) => void (await enqueueMail(tx, mail)),
    });

    // Equal schedules are one: whichever worker takes the job.
    const workers: { process: FaultyProcess; tidy(): Promise<void> }[] = [];
    setInterval(() => {
      const able = workers.filter(({ process }) => process.alive && !process.paused);
      void able[chance.below(able.length)]?.tidy().catch(note);
    }, 2_000);
    const startWorker = (): void => {
      const process = new FaultyProcess('report-worker', world);
      const db = tables.dbOf(process) as never;
      const backend = jobs.of(process) as never;
      const deps = { db, backend, billing: billingOf(db), renderer: rendererOf(process), serviceName: 'P', log: LOG, appSecret: 'x', publicBaseUrl: () => 'http://x.test' }; // prettier-ignore
      const mail = { db, send: senderOf(process), from: 'a@x.test', serviceName: 'P', ...complianceMailHooks(LOG) };
      const mailAtOnce = () => handOverMail(deps).catch(note);
      const work: ModelJobs = {
        pdf: async (payload, job) => {
          const { renderId } = payload as { renderId: string };
          const row = tables.rows('pdfRender').find(({ id }) => id === renderId);
          const unstored = row?.['preparedFor'] === UNSTORED;
          await runPdfJob({ ...deps, ...(unstored && { db: withoutResults(db) }) }, { renderId }, job);
        },
        'compliance-report': async (payload, job) => {
          await runComplianceJob(deps, payload as never, job);
          await mailAtOnce();
        },
        mail: async (payload) => void (await deliverMail(mail, (payload as { messageId: string }).messageId)),
        'provider-event': async (payload) => {
          await processProviderEvent(deps.billing as never, (payload as { eventId: string }).eventId);
          await mailAtOnce();
        },
      };
      jobs.join(process, work);
      workers.push({ process, tidy: () => runHousekeepingJob(deps as never, { task: 'deliver' }) });
    };

    let api: FaultyProcess | null = null;
    let request: Awaited<ReturnType<typeof createPdfRequester>>['requestPdf'];
    const startApi = async (): Promise<void> => {
      const process = new FaultyProcess('api', world);
      const db = tables.dbOf(process) as never;
      const requester = await createPdfRequester({ db, backend: jobs.of(process) as never, log: LOG });
      [api, request] = [process, requester.requestPdf];
    };
    await startApi();
    startWorker();
    startWorker();

    const askDocument = (): void => {
      const asked = api;
      if (!asked?.alive) return;
      const end = (drawn: number) => {
        counts.documents += drawn;
      };
      const order = { report: REPORT, preparedFor: null, preparedBy: null };
      request(order, { timeoutMs: PDF_MS, signal: new AbortController().signal }).then(() => end(1), () => end(0)); // prettier-ignore
    };
    /** The provider sends it again until it is taken, as Stripe does. */
    const sendEvent = async (id: string): Promise<void> => {
      for (;;) {
        const asked = api;
        if (asked?.alive && !asked.paused) {
          const deps = billingOf(tables.dbOf(asked) as never);
          const taken = await Promise.race([
            storeProviderEvent(deps as never, 'stripe', Buffer.from(id), {}).catch(() => null),
            time.sleep(8_000).then(() => null),
          ]);
          if (taken) {
            await Promise.race([jobs.add(asked, 'provider-event', { eventId: taken.id }, taken.id), time.sleep(8_000)]);
            return;
          }
        }
        await time.sleep(4_000);
      }
    };
    /** As the endpoint does it: the token is used up with the row, or neither is there. */
    const order = async (of: { preparedFor?: string; reservation?: string } = {}): Promise<string> => {
      const asked = api;
      const [id, tokenId, reservation] = [randomUUID(), randomUUID(), randomUUID()];
      if (!asked?.alive) return id;
      const held = { kind: 'token', id: reservation, tokenId, email: 'a@b.test' };
      const db = tables.dbOf(asked) as unknown as {
        $transaction(
          work: (tx: Record<string, { create(of: object): Promise<unknown> }>) => Promise<void>,
        ): Promise<void>;
      };
      await db.$transaction(async (tx) => {
        await tx['scan']?.create({ data: { id, report: REPORT } });
        await tx['accessToken']?.create({ data: { id: tokenId, reservationId: of.reservation ?? reservation, consumedAt: now() } }); // prettier-ignore
        await tx['complianceReport']?.create({ data: { id, scanId: id, email: 'a@b.test', reservation: held, ...(of.preparedFor && { preparedFor: of.preparedFor }) } }); // prettier-ignore
      });
      await jobs.add(asked, 'compliance-report', { reportId: id }, id);
      return id;
    };

    const events: Promise<void>[] = [];
    for (let n = 0, at = 0; at < 30_000; n += 1) {
      const pause = chance.below(4_000);
      at += pause;
      await time.run(pause);
      if (n % 3 === 0) askDocument();
      else if (n % 3 === 1) events.push(sendEvent(`evt_${n}`));
      else void order().catch(() => undefined);
      const die = chance.next();
      if (die < 0.08) world.away.database = time.now() + chance.below(14_000);
      else if (die < 0.16) world.away.queue = time.now() + chance.below(14_000);
      else if (die < 0.2) jobs.lose();
      else if (die < 0.25) time.jump((chance.chance(0.5) ? 1 : -1) * chance.below(3_600_000));
      else if (die < 0.32) (api as FaultyProcess | null)?.crash();
    }
    world.faulty = false;
    const waiting = () =>
      tables.rows('mailMessage').filter((row) => row['nextAttemptAt'] !== null && row['state'] !== 'sent');
    const right = () =>
      api !== null &&
      worksAgain(api) &&
      waiting().length === 0 &&
      tables.rows('complianceReport').every(({ state }) => state === 'mailed' || state === 'failed') &&
      tables.rows('providerEvent').filter(({ processedAt }) => processedAt !== null).length === events.length;
    // Longer than the lease of a message whose sender died, and a few doublings of its delay.
    await untilRight(time, seed, right, 150_000);

    expect(lacking.splice(0)).toEqual([]);
    // Of one that was tried before the clock was set back no one can tell how long it is to wait: half an hour at most.
    expect(waiting().filter(({ attempts }) => attempts === 0)).toEqual([]);
    for (let longer = 0; waiting().length > 0 && longer < 1_900_000; longer += 20_000) await time.run(20_000);
    expect(waiting()).toEqual([]);
    const mails = tables.rows('mailMessage');
    // One assertion for all of them: it costs more than what it compares.
    const wrong = mails.filter(({ id, state }) => state === 'sent' && !delivered.has(String(id))) as object[];
    for (const { id, state, reservation, lastError } of tables.rows('complianceReport')) {
      const { tokenId } = reservation as { tokenId: string };
      const token = tables.rows('accessToken').find((row) => row['id'] === tokenId);
      const message = mails.find(({ reportId }) => reportId === id);
      // Delivered and paid for, or given up and the token free again.
      const freed = token?.['consumedAt'] === null;
      const right = state === 'mailed' ? !freed && delivered.has(String(message?.['id'])) : state === 'failed' && freed;
      if (!right) wrong.push({ id, state, lastError, token, message });
      counts[state === 'failed' ? 'refunds' : 'reports'] += 1;
      if (state === 'failed' && String(lastError).startsWith('mail: ')) counts.refused += 1;
      if (state === 'failed' && String(lastError).startsWith('mail, which may have arrived')) counts.neverKnown += 1;
    }
    expect(wrong).toEqual([]);
    const unsettled = tables.rows('providerEvent').filter(({ processedAt }) => processedAt === null);
    expect(unsettled).toEqual([]);
    expect(tables.rows('ledgerEntry').length).toBe(tables.rows('providerEvent').length);
    expect(tables.rows('providerEvent').length).toBe(events.length);
    // Each settled event wrote its receipt, once.
    expect(mails.filter(({ dedupeKey }) => String(dedupeKey).startsWith('receipt:')).length).toBe(events.length);
    if ((api as FaultyProcess | null)?.alive) {
      askDocument();
      const before = counts.documents;
      await untilRight(time, seed, () => counts.documents > before, 30_000);
      expect(counts.documents).toBe(before + 1);
    }
    const count = { ...counts, mails: delivered.size, events: events.length };
    const calm = api as FaultyProcess | null;
    if (seed % 50 !== 0 || !calm?.alive) return count;
    const db = tables.dbOf(calm);
    await faultFreeBackground({
      time,
      rows: (table) => tables.rows(table),
      db: db as never,
      endedJob: (queue, id) => jobs.end(queue, id),
      addJob: (queue, payload, id) => jobs.add(calm, queue, payload, id),
      storeEvent: async (id) => (await storeProviderEvent(billingOf(db as never) as never, 'stripe', Buffer.from(id), {})).id, // prettier-ignore
      order,
      draw: (preparedFor) => request({ report: REPORT, preparedFor, preparedBy: null }, { timeoutMs: PDF_MS, signal: new AbortController().signal }), // prettier-ignore
    });
    return count;
  } finally {
    time.restore();
  }
}
