import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { startLab, type Lab } from '@palisade/lab/lab';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { redisOrSkip, startRedis, type RedisServer } from '../packages/queue/test/redis-server.ts';
import { descendants } from './descendants.ts';
import { startStack, type Stack } from './stack.ts';

/** Contract: a request ends within the scan's deadline and five seconds. */
const DEADLINE_MS = 20_000;

let lab: Lab;
beforeAll(async () => {
  const slow = async () => {
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    return {
      status: 200,
      headers: [['Content-Type', 'text/html']] as [string, string][],
      body: '<!doctype html><title>slow</title>',
    };
  };
  lab = await startLab({
    sites: [
      { host: 'quick.test' },
      { host: 'slow.test', https: slow },
      { host: 'leisurely.test', https: { delayMs: 800 } },
    ],
  });
});
afterAll(() => lab.close());

async function service(stack: Stack, name: RegExp): Promise<number> {
  for (const pid of await descendants(stack.child.pid ?? 0)) {
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ').trim();
    if (name.test(command)) return pid;
  }
  throw new Error(`no process matches ${name}`);
}
const WORKER = /scan-worker\/src\/main\.ts$/;

async function scanOf(stack: Stack, url: string): Promise<string> {
  const client = new pg.Client({
    connectionString: (await readFile(path.join(stack.dataDir, 'database.url'), 'utf8')).trim(),
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('select id from scan where url like $1', [url]);
    return rows[0]?.id ?? 'none';
  } finally {
    await client.end();
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const timed = async (answer: Promise<Response>) => {
  const started = performance.now();
  const { status } = await answer;
  return { status, ms: performance.now() - started };
};

describe.each(redisOrSkip() ? (['postgres', 'redis'] as const) : (['postgres'] as const))(
  'faults, queue on %s',
  (kind) => {
    // One service for all of them: after each fault it must be as good as new for the next.
    let stack: Stack;
    let redis: RedisServer | undefined;
    beforeAll(async () => {
      redis = kind === 'redis' ? await startRedis() : undefined;
      stack = await startStack({
        env: { ...lab.env, FREE_SCANS_PER_DAY: '10000', ...(redis ? { REDIS_URL: redis.url } : {}) },
      });
    });
    afterAll(async () => {
      await stack?.stop();
      await redis?.stop();
    });

    it('a scan worker killed in mid-scan: the caller gets the report all the same, within the deadline', async () => {
      const answer = timed(stack.post('/api/scan', { url: 'slow.test' }));
      await pause(1_000);
      process.kill(await service(stack, WORKER), 'SIGKILL');
      const { status, ms } = await answer;
      expect(status).toBe(200);
      expect(ms).toBeLessThan(DEADLINE_MS);
      expect((await stack.post('/api/scan', { url: 'quick.test' })).status).toBe(200);
    }, 90_000);

    it('a scan that kills every process it meets is given up, told to its caller, and takes no neighbour with it', async () => {
      const poison = timed(stack.post('/api/scan', { url: 'slow.test/?poison' }));
      const neighbours = Promise.all(
        Array.from({ length: 8 }, (_, n) => timed(stack.post('/api/scan', { url: `leisurely.test/?n=${n}` }))),
      );
      await expect.poll(() => lab.site('slow.test').requests.length, { timeout: 10_000 }).toBeGreaterThan(0);
      await expect.poll(() => lab.site('leisurely.test').requests.length, { timeout: 10_000 }).toBeGreaterThan(7);
      process.kill(await service(stack, WORKER), 'SIGKILL');
      const scanId = await scanOf(stack, '%?poison');
      const begins = new RegExp(`"scanId":"${scanId}","process":(\\d+)`);
      await expect.poll(() => stack.output(), { timeout: 20_000 }).toMatch(begins);
      process.kill(Number(begins.exec(stack.output())?.[1]), 'SIGKILL');
      expect((await poison).status).toBe(503);
      // Told at once, not when the deadline has passed.
      expect((await poison).ms).toBeLessThan(DEADLINE_MS - 1_000);
      expect((await neighbours).map(({ status }) => status)).toEqual(Array(8).fill(200));
      expect((await stack.post('/api/scan', { url: 'quick.test' })).status).toBe(200);
    }, 90_000);

    it('the database killed under load: no request hangs, readiness tells the truth, and it heals by itself', async () => {
      const load = Promise.all(
        Array.from({ length: 12 }, (_, n) => timed(stack.post('/api/scan', { url: `slow.test/?load=${n}` }))),
      );
      await pause(700);
      const location = await readFile(path.join(stack.dataDir, 'postgres.location'), 'utf8').catch(() =>
        path.join(stack.dataDir, 'postgres'),
      );
      const postmaster = Number(
        (await readFile(path.join(location.trim(), 'postmaster.pid'), 'utf8')).split('\n', 1)[0],
      );
      process.kill(postmaster, 'SIGQUIT');
      for (const { status, ms } of await load) {
        expect([200, 500, 503]).toContain(status);
        expect(ms).toBeLessThan(DEADLINE_MS + 2_000);
      }
      await expect
        .poll(async () => (await fetch(new URL('/readyz', stack.baseUrl))).status, { timeout: 20_000 })
        .toBe(200);
      await expect
        .poll(async () => (await stack.post('/api/scan', { url: 'quick.test' })).status, { timeout: 20_000 })
        .toBe(200);
    }, 90_000);

    it('the API killed: it is back on the same address', async () => {
      process.kill(await service(stack, /api\/src\/server\.ts$/), 'SIGKILL');
      await expect
        .poll(
          () =>
            fetch(new URL('/readyz', stack.baseUrl)).then(
              (answer) => answer.status,
              () => 0,
            ),
          { timeout: 20_000 },
        )
        .toBe(200);
      expect((await stack.post('/api/scan', { url: 'quick.test' })).status).toBe(200);
    }, 90_000);

    it('SIGTERM to a worker lets its scans finish', async () => {
      const answer = timed(stack.post('/api/scan', { url: 'slow.test/?term' }));
      await pause(1_000);
      process.kill(await service(stack, WORKER), 'SIGTERM');
      expect((await answer).status).toBe(200);
    }, 90_000);
  },
);

describe.runIf(redisOrSkip())('faults of Redis', () => {
  it('Redis killed and started again under load: every request ends, and the service heals', async () => {
    const redis = await startRedis();
    const stack = await startStack({ env: { ...lab.env, FREE_SCANS_PER_DAY: '10000', REDIS_URL: redis.url } });
    onTestFinished(async () => {
      await stack.stop();
      await redis.stop();
    });
    const load = Promise.all(
      Array.from({ length: 12 }, (_, n) => timed(stack.post('/api/scan', { url: `slow.test/?load=${n}` }))),
    );
    await pause(700);
    redis.kill('SIGKILL');
    const refused = await timed(stack.post('/api/scan', { url: 'quick.test/?while-down' }));
    expect(refused.status).toBe(503);
    expect(refused.ms).toBeLessThan(4_000);
    expect((await fetch(new URL('/readyz', stack.baseUrl))).status).toBe(503);
    await redis.start();
    for (const { status, ms } of await load) {
      expect([200, 503]).toContain(status);
      expect(ms).toBeLessThan(DEADLINE_MS + 2_000);
    }
    await expect
      .poll(async () => (await stack.post('/api/scan', { url: 'quick.test' })).status, { timeout: 20_000 })
      .toBe(200);
  }, 90_000);
});
