import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestDatabase } from '@palisade/db/test-database';
import { FakeResend } from '@palisade/lab/resend/fake-resend';
import { createBackend } from '@palisade/queue/backend';
import { complianceJob } from '@palisade/queue/jobs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queueDatabase } from '../../../packages/queue/test/queue-database.ts';
import { paidReport, SECRET, tokenWorks } from '../test/paid-report.ts';

/** `PALISADE_KILLS=10` for the full exercise. Most of the time is spent until a dead worker is noticed. */
const KILLS = Number(process.env['PALISADE_KILLS'] ?? 2);
const REPORTS = 4;
/** Approximate time from ready to the last email of an undisturbed worker. */
const LIFE_MS = 4_000;

let database: TestDatabase;
let resend: FakeResend;
let dataDir: string;
beforeAll(async () => {
  database = await queueDatabase();
  resend = await new FakeResend().listen();
  dataDir = await mkdtemp(path.join(tmpdir(), 'palisade-kill-'));
});
afterAll(async () => {
  await resend.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function startWorker(): Promise<ChildProcess> {
  const worker = fork(new URL('main.ts', import.meta.url), {
    execArgv: ['--import', new URL('../../../packages/pdf/src/register-tsx.ts', import.meta.url).href],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      // As in the service: a start uses Node's compile cache.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: database.url,
      APP_SECRET: SECRET,
      DATA_DIR: dataDir,
      PUBLIC_BASE_URL: 'http://127.0.0.1:3000',
      RESEND_API_KEY: 're_test',
      RESEND_BASE_URL: resend.url,
      LOG_LEVEL: 'warn',
    },
  });
  await once(worker, 'message');
  return worker;
}

it(`the report worker is killed at ${KILLS} random moments, and each paid report arrives exactly once`, async () => {
  const { db, url } = database;
  const paid = await Promise.all(Array.from({ length: REPORTS }, (_, n) => paidReport(db, `buyer${n}@example.com`)));
  const backend = createBackend({ databaseUrl: url, onError: () => undefined });
  for (const { reportId } of paid) await backend.queue(complianceJob).add({ reportId }, { jobId: reportId });
  await backend.close();
  const mailed = () => db.complianceReport.count({ where: { state: 'mailed' } });

  const moments: { at: number; mailed: number }[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const worker = await startWorker();
    const at = Math.round(Math.random() * LIFE_MS);
    await sleep(at);
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    moments.push({ at, mailed: await mailed() });
    // The lease of a message being sent expires after a minute: here immediately, because its holder is dead.
    await db.mailMessage.updateMany({ where: { state: 'sending' }, data: { leaseUntil: new Date() } });
  }

  const last = await startWorker();
  await expect.poll(mailed, { timeout: 400_000, message: JSON.stringify(moments) }).toBe(REPORTS);
  last.kill('SIGTERM');
  await once(last, 'exit');

  const to = resend.delivered.map(({ body }) => body.to[0]);
  expect(to.toSorted(), JSON.stringify(moments)).toEqual(paid.map(({ email }) => email).toSorted());
  for (const { body } of resend.delivered) {
    const [document] = body.attachments ?? [];
    expect(
      Buffer.from(document?.content ?? '', 'base64')
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  }
  // Each was paid for and delivered: no token is available again, and none was charged for nothing.
  for (const { token } of paid) expect(await tokenWorks(db, token)).toBe(false);
  expect(await db.mailMessage.count({ where: { state: 'sent' } })).toBe(REPORTS);
}, 500_000);
