import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { startLab, type Lab } from '@palisade/lab/lab';
import type { OpsHealth } from '@palisade/ops/ops-health';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { redisOrSkip, startRedis, type RedisServer } from '../packages/queue/test/redis-server.ts';
import { browserOrSkip, openBrowser } from './browser.ts';
import { lastScans } from './last-scans.ts';
import { postmaster, serviceProcess } from './service-process.ts';
import { startStack, type Stack } from './stack.ts';

/** Above the default of 15 s: a worker counts as dead after ten seconds, and these tests must not depend on a fast machine. */
const SCAN_TIMEOUT_MS = 60_000;
/** Contract: a request ends within five seconds of the scan's deadline. */
const DEADLINE_MS = SCAN_TIMEOUT_MS + 5_000;

let lab: Lab;
beforeAll(async () => {
  lab = await startLab({
    sites: [
      { host: 'quick.test' },
      { host: 'slow.test', https: { delayMs: 2_000 } },
      { host: 'leisurely.test', https: { delayMs: 800 } },
    ],
  });
});
afterAll(() => lab.close());

const WORKER = /scan-worker\/src\/main\.ts$/;

async function asOwner<T>(stack: Stack, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: (await readFile(path.join(stack.dataDir, 'database.url'), 'utf8')).trim(),
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const scanOf = (stack: Stack, url: string) =>
  asOwner(stack, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from scan where url like $1', [url]);
    return rows[0]?.id ?? 'none';
  });

/** What PostgreSQL reports for a full disk, on any insert of a result into that table. */
const refuseResults = (stack: Stack, table: 'scan' | 'pdf_render') =>
  asOwner(stack, (client) =>
    client.query(`
      create or replace function disk_full() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger disk_full before update on ${table}
        for each row when (new.state = 'done') execute function disk_full()`),
  );
const takeResults = (stack: Stack, table: 'scan' | 'pdf_render') =>
  asOwner(stack, (client) => client.query(`drop trigger disk_full on ${table}`));

/** As the operator does, who finds the scan on the page. */
async function retryOnThePage(stack: Stack, scanId: string): Promise<void> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(new URL('/ops', stack.baseUrl).href);
    await page.getByRole('button', { name: `Retry job ${scanId} of scan` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
    await page.getByText('was put back into its queue').waitFor();
  } finally {
    await browser.close();
  }
}

/** If it is still there: on a busy machine it may have ended meanwhile. */
function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const timed = async (answer: Promise<Response>) => {
  const started = performance.now();
  const { status } = await answer;
  return { status, ms: performance.now() - started };
};
const hasBrowser = browserOrSkip();
const KINDS = redisOrSkip() ? (['postgres', 'redis'] as const) : (['postgres'] as const);

// In parallel, because most of the time each waits for a lock to expire; sequential within one.
// In parallel: `expect.poll` works only for the single running test, so waits here use `vi.waitFor`.
describe.concurrent.each(KINDS)('faults, queue on %s', (kind) => {
  // One service for all of them: after each fault it must be fully working for the next.
  let stack: Stack;
  let redis: RedisServer | undefined;
  beforeAll(async () => {
    redis = kind === 'redis' ? await startRedis() : undefined;
    stack = await startStack({
      env: {
        ...lab.env,
        FREE_SCANS_PER_DAY: '10000',
        SCAN_TIMEOUT_MS: String(SCAN_TIMEOUT_MS),
        ...(redis ? { REDIS_URL: redis.url } : {}),
      },
    });
  });
  afterAll(async () => {
    await stack?.stop();
    await redis?.stop();
  });
  const scan = (url: string) => stack.post('/api/scan', { url: `${url}&${kind}` });
  const seen = (host: string, query: string) =>
    lab.site(host).requests.filter((request) => request.path.includes(`${query}&${kind}`)).length;
  const readiness = () =>
    fetch(new URL('/readyz', stack.baseUrl)).then(
      (answer) => answer.status,
      () => 0,
    );
  const heals = async () => {
    await vi.waitFor(async () => expect(await readiness()).toBe(200), { timeout: 60_000 });
    await vi.waitFor(async () => expect((await scan('quick.test/?healed')).status).toBe(200), { timeout: 60_000 });
  };

  const health = async () => (await (await fetch(new URL('/ops/api/health', stack.baseUrl))).json()) as OpsHealth;
  const failedJob = async (scanId: string) => (await health()).failedJobs?.find(({ jobId }) => jobId === scanId);

  const workerKilled = () => {
    it.sequential(
      'a scan worker killed in mid-scan: its callers still get their reports, within the deadline; a scan that kills every process it runs in is given up, reported to its caller, shown to the operator, and affects no other scan',
      async () => {
        const callers = Promise.all(Array.from({ length: 3 }, (_, n) => timed(scan(`leisurely.test/?n=${n}`))));
        const poison = timed(scan('slow.test/?poison'));
        await vi.waitFor(() => expect(seen('slow.test', 'poison')).toBeGreaterThan(0), { timeout: 60_000 });
        await vi.waitFor(() => expect(seen('leisurely.test', 'n=2')).toBeGreaterThan(0), { timeout: 60_000 });
        process.kill(await serviceProcess(stack, WORKER), 'SIGKILL');
        const scanId = await scanOf(stack, '%?poison%');
        // It runs again with others, then alone: its process dies each time.
        const begun = () => [...stack.output().matchAll(new RegExp(`"scanId":"${scanId}","process":(\\d+)`, 'g'))];
        let killed = 0;
        const killer = setInterval(() => {
          for (const [, pid] of begun().slice(killed)) {
            killed += 1;
            endNow(Number(pid));
          }
        }, 20);
        await poison;
        clearInterval(killer);
        expect(killed).toBe(2);
        expect((await poison).status).toBe(503);
        // Reported immediately, not only at the deadline.
        expect((await poison).ms).toBeLessThan(DEADLINE_MS - 1_000);
        const answers = await callers;
        expect(answers.map(({ status }) => status)).toEqual(Array(3).fill(200));
        expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(DEADLINE_MS);
        await vi.waitFor(async () => expect(await failedJob(scanId)).toMatchObject({ queue: 'scan' }), {
          timeout: 60_000,
        });
        expect((await scan('quick.test/?after')).status).toBe(200);
      },
      240_000,
    );
    (hasBrowser ? it.sequential : it.skip)(
      'a scan that was given up runs again, to completion, when the operator retries it',
      async () => {
        const scanId = await scanOf(stack, '%?poison%');
        const met = seen('slow.test', 'poison');
        await retryOnThePage(stack, scanId);
        await vi.waitFor(async () => expect(await failedJob(scanId)).toBeUndefined(), { timeout: 60_000 });
        // It leaves the list of failed jobs when it is queued, before a scanner has reached the site.
        await vi.waitFor(() => expect(seen('slow.test', 'poison')).toBeGreaterThan(met), { timeout: 60_000 });
      },
      240_000,
    );
  };

  const databaseKilled = () =>
    it.sequential(
      'the database killed under load: no request hangs, readiness is accurate, and the service recovers by itself',
      async () => {
        const load = Promise.all(Array.from({ length: 12 }, (_, n) => timed(scan(`slow.test/?load=${n}`))));
        await pause(700);
        process.kill(await postmaster(stack), 'SIGQUIT');
        await heals();
        for (const { status, ms } of await load) {
          expect([200, 500, 503]).toContain(status);
          expect(ms).toBeLessThan(DEADLINE_MS + 2_000);
        }
      },
      240_000,
    );

  const apiKilled = () =>
    it.sequential(
      'the API killed: it restarts on the same address',
      async () => {
        process.kill(await serviceProcess(stack, /api\/src\/server\.ts$/), 'SIGKILL');
        await heals();
      },
      240_000,
    );

  const workerStopped = () =>
    it.sequential(
      'SIGTERM to a worker lets its scans finish',
      async () => {
        const answer = timed(scan('slow.test/?term'));
        await vi.waitFor(() => expect(seen('slow.test', 'term')).toBeGreaterThan(0), { timeout: 60_000 });
        process.kill(await serviceProcess(stack, WORKER), 'SIGTERM');
        expect((await answer).status).toBe(200);
      },
      240_000,
    );

  const nothingStored = () =>
    it.sequential(
      'a result that cannot be stored because the database’s disk is full: its callers get an error immediately and pay nothing',
      async () => {
        // The worker that the previous test stopped has restarted.
        await heals();
        const key = (await stack.cli('keys', 'create', '--email', 'disk@palisade.test')).stdout.trim();
        const ask = (route: string) =>
          timed(stack.post(route, { url: `quick.test/?disk&${kind}` }, { 'x-api-key': key }));
        const told = { status: 503, soon: true };
        // Not at the deadline: the first document of a process takes seven seconds on a slow machine.
        const soon = ({ status, ms }: { status: number; ms: number }) => ({ status, soon: ms < SCAN_TIMEOUT_MS / 2 });
        await refuseResults(stack, 'scan');
        try {
          const answers = await Promise.all([ask('/api/scan/pro'), ask('/api/scan/pro'), ask('/api/report/pdf')]);
          expect(answers.map(soon)).toEqual([told, told, told]);
        } finally {
          await takeResults(stack, 'scan');
        }
        expect((await ask('/api/scan/pro')).status).toBe(200);
        await refuseResults(stack, 'pdf_render');
        try {
          expect(soon(await ask('/api/report/pdf'))).toEqual(told);
        } finally {
          await takeResults(stack, 'pdf_render');
        }
        const usage = await fetch(new URL(`/api/usage?key=${key}`, stack.baseUrl));
        expect(await usage.json()).toMatchObject({ scans_used: 1 });
      },
      240_000,
    );

  const redisKilled = () =>
    it.sequential(
      'Redis killed and started again under load: every request ends, and the service recovers',
      async () => {
        const load = Promise.all(Array.from({ length: 12 }, (_, n) => timed(scan(`slow.test/?redis=${n}`))));
        await pause(700);
        redis?.kill('SIGKILL');
        const refused = await timed(scan('quick.test/?while-down'));
        expect(refused.status).toBe(503);
        expect(refused.ms).toBeLessThan(4_000);
        expect(await readiness()).toBe(503);
        await redis?.start();
        await heals();
        for (const { status, ms } of await load) {
          expect([200, 503]).toContain(status);
          expect(ms).toBeLessThan(DEADLINE_MS + 2_000);
        }
      },
      240_000,
    );

  const fewLeft = () =>
    it.sequential(
      'exactly 7 of 500 callers are served when a key has 7 scans left, even if a worker is killed',
      async () => {
        await lastScans({ stack, lab, kind });
        await heals();
      },
      240_000,
    );

  const faults = [workerKilled, databaseKilled, apiKilled, workerStopped, nothingStored];
  if (kind === 'redis') faults.push(redisKilled);
  faults.push(fewLeft);
  // In opposite orders, so that the most expensive tests of the two do not coincide.
  for (const fault of kind === 'redis' ? faults.toReversed() : faults) fault();
});
