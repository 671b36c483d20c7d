import { randomCredential } from '@palisade/access/credential-format';
import { beginScan, finishScan } from '@palisade/db/scan-leases';
import type { TypedWorker } from '@palisade/queue/backend';
import { scanJob } from '@palisade/queue/jobs';
import { SCAN_DONE } from '@palisade/queue/topics';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { redisOrSkip, startRedis, type RedisServer } from '../../../../packages/queue/test/redis-server.ts';
import { REPORT, runningApi, type RunningApi } from '../../test/running-api.ts';

const KINDS = redisOrSkip() ? (['postgres', 'redis'] as const) : (['postgres'] as const);

// With 170 concurrent callers, each round takes a while on a busy machine. No caller's deadline may pass meanwhile:
// callers would leave the queue while the test still waits for the last one to enter it.
const DEADLINE_MS = 100_000;
const SETTLED = { timeout: 60_000 };
/** Far more than ten workers can scan within a deadline. */
const TOO_MANY = 2_000;

describe.each(KINDS)('scans through the queue on %s', (kind) => {
  let redis: RedisServer | undefined;
  let api: RunningApi;
  let workers: TypedWorker[] = [];
  beforeAll(async () => {
    redis = kind === 'redis' ? await startRedis() : undefined;
    const environment = {
      TRUST_PROXY: '127.0.0.1/32',
      FREE_SCANS_PER_DAY: '1000',
      SCAN_TIMEOUT_MS: String(DEADLINE_MS),
    };
    api = await runningApi({ ...environment, ...(redis ? { REDIS_URL: redis.url } : {}) }, { queued: true });
    // For admission, a worker that runs ten scans at once.
    const seenAt = new Date(Date.now() + 3_600_000);
    const worker = { kind: scanJob.queue, pid: 1, engineVersion: '', running: [], eventLoopP99Ms: 0, residentBytes: 0 };
    await api.db.workerHeartbeat.create({
      data: { id: 'theirs', ...worker, concurrency: 10, startedAt: new Date(), seenAt },
    });
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.drain(0)));
    workers = [];
    await api.db.scan.deleteMany();
    await api.backend.queue(scanJob).raw.obliterate({ force: true });
    if (deep) await staleFigures();
    deep = false;
  });
  afterAll(async () => {
    await api?.[Symbol.asyncDispose]();
    await redis?.stop();
  });

  /** Acts as the scan worker, one scan at a time. @returns the hosts scanned so far, which it keeps adding to */
  const startWorker = (): string[] => {
    const scanned: string[] = [];
    workers.push(
      api.backend.worker(
        scanJob,
        async ({ scanId }) => {
          const asked = await beginScan(api.db, scanId);
          if (!asked) return;
          scanned.push(new URL(asked.url).host);
          await api.db.$executeRaw`update scan set started_at = now() - interval '2 s' where id = ${scanId}::uuid`;
          await finishScan(api.db, asked, { ...REPORT, scan_id: scanId });
          await api.backend.broadcast.publish(SCAN_DONE, scanId);
        },
        { concurrency: 1, awaited: true },
      ),
    );
    return scanned;
  };
  let addresses = 0;
  // More than 255, if a test with 150 callers is repeated.
  const newAddress = () => `198.18.${(addresses += 1) >> 8}.${addresses & 255}`;
  const free = (url: string, address = newAddress()) => api.post('/api/scan', { url }, { 'x-forwarded-for': address });
  const pro = (url: string, key: string) => api.post('/api/scan/pro', { url }, { 'x-api-key': key });
  const queued = (scans: number) =>
    expect.poll(() => api.db.scan.count({ where: { state: 'queued' } }), SETTLED).toBe(scans);
  const inQueue = (jobs: number) =>
    expect.poll(() => api.backend.queue(scanJob).raw.getJobCountByTypes('waiting', 'prioritized'), SETTLED).toBe(jobs);
  let deep = false;
  const backlog = async (scans: number, priority: number) => {
    deep = true;
    const tier = priority < 1000 ? 'paid' : 'free';
    // One statement, because inserting two thousand rows through Prisma takes a second.
    await api.db.$executeRaw`
      insert into scan (id, url, tier, priority)
      select gen_random_uuid(), 'https://waiting.example/', ${tier}, ${priority}::int
      from generate_series(1, ${scans}::int)`;
    await staleFigures();
  };
  /** Longer than admission uses the figures it has. */
  const staleFigures = () => new Promise((resolve) => setTimeout(resolve, 600));

  it('scans the same URL once for many concurrent callers, and gives each their own column', async () => {
    const { key } = await api.newKey();
    const answers = [
      ...Array.from({ length: 150 }, () => free('same.example')),
      ...Array.from({ length: 20 }, () => pro('same.example', key)),
    ];
    await inQueue(1);
    await expect.poll(async () => (await api.db.scan.findMany()).map(({ waiters }) => waiters), SETTLED).toEqual([170]);
    const scanned = startWorker();
    const bodies = await Promise.all(answers.map(async (answer) => (await answer).json() as Promise<object>));
    expect(scanned).toEqual(['same.example']);
    expect(bodies.slice(0, 150).filter((body) => !('cookies' in body) && 'headers' in body)).toHaveLength(150);
    expect(bodies.slice(150).filter((body) => 'cookies' in body)).toHaveLength(20);
  });

  it('runs paid scans before free ones, and a client’s first before any other’s second', async () => {
    const { key } = await api.newKey();
    const other = await api.newKey();
    const greedy = newAddress();
    const answers = [];
    for (const ask of [
      () => free('free-greedy-1.example', greedy),
      () => free('free-greedy-2.example', greedy),
      () => free('free-greedy-3.example', greedy),
      () => free('free-modest.example'),
      () => pro('paid-greedy-1.example', key),
      () => pro('paid-greedy-2.example', key),
      () => pro('paid-modest.example', other.key),
    ]) {
      answers.push(ask());
      await inQueue(answers.length);
    }
    const scanned = startWorker();
    for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200);
    expect(scanned).toEqual([
      'paid-greedy-1.example',
      'paid-modest.example',
      'paid-greedy-2.example',
      'free-greedy-1.example',
      'free-modest.example',
      'free-greedy-2.example',
      'free-greedy-3.example',
    ]);
  });

  it('moves a free scan to the front when a paid caller joins it', async () => {
    const { key } = await api.newKey();
    const answers = [free('first.example')];
    await inQueue(1);
    answers.push(free('joined.example'));
    await inQueue(2);
    answers.push(pro('joined.example', key));
    const place = async () => {
      const jobs = await api.backend.queue(scanJob).raw.getJobs(['waiting', 'prioritized']);
      return jobs.map((job) => job.priority).toSorted();
    };
    await expect.poll(place, SETTLED).toEqual([0, 1000]);
    const scanned = startWorker();
    for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200);
    expect(scanned).toEqual(['joined.example', 'first.example']);
  });

  it('refuses at once what would wait too long, says when to retry, and charges nothing', async () => {
    await backlog(TOO_MANY, 0);
    const { key } = await api.newKey();
    const started = performance.now();
    const refused = await Promise.all(Array.from({ length: 50 }, (_, n) => pro(`late-${n}.example`, key)));
    // No worker runs: a request that waits is answered after its deadline.
    expect(performance.now() - started).toBeLessThan(DEADLINE_MS / 2);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    for (const answer of refused) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(30);
    await inQueue(0);
    const usage = await api.get(`/api/usage?key=${key}`);
    expect(await usage.json()).toMatchObject({ scans_used: 0 });
    expect((await api.get('/api/verify-key', { 'x-api-key': key })).status).toBe(200);
    expect((await free('late.example')).status).toBe(503);
  });

  it('refuses scans and verifies keys while every ordinary database connection is in use', async () => {
    await backlog(TOO_MANY, 0);
    const { key } = await api.newKey();
    expect((await pro('first.example', key)).status).toBe(503);
    let taken = true;
    const sleeping = `pg_sleep(61)`;
    const connections = Array.from({ length: 20 }, () => api.appDb.$queryRawUnsafe(`select ${sleeping}`));
    const cancelled = Promise.allSettled(connections).then(() => (taken = false));
    const refused = await Promise.all(Array.from({ length: 50 }, (_, n) => pro(`late-${n}.example`, key)));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    expect((await api.get('/api/verify-key', { 'x-api-key': key })).status).toBe(200);
    expect((await api.get(`/api/usage?key=${key}`)).status).toBe(200);
    expect((await api.get('/readyz')).status).toBe(200);
    expect(taken).toBe(true);
    while (taken) {
      await api.quickDb.$queryRawUnsafe(`select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query like '%${sleeping}%'`);
      await Promise.race([cancelled, new Promise((resolve) => setTimeout(resolve, 50))]);
    }
  });

  it('lets a caller join a scan in progress, even if the queue is too long to start one', async () => {
    const first = free('under-way.example');
    await queued(1);
    await backlog(TOO_MANY, 0);
    expect((await free('new.example')).status).toBe(503);
    const second = free('under-way.example');
    await expect
      .poll(async () => (await api.db.scan.findFirst({ where: { singleFlightKey: { not: null } } }))?.waiters, SETTLED)
      .toBe(2);
    startWorker();
    expect((await first).status).toBe(200);
    expect((await second).status).toBe(200);
  });

  it.each([
    ['free scans', 1000],
    ['one greedy client’s scans', 40],
  ])('a backlog of %s does not affect a paid caller without a backlog', async (_what, priority) => {
    await backlog(TOO_MANY, priority);
    const { key } = await api.newKey();
    expect((await free('refused.example')).status).toBe(503);
    const answer = pro('served.example', key);
    await inQueue(1);
    startWorker();
    expect((await answer).status).toBe(200);
  });

  it('under overload: 429 for a caller whose quota is used up, 403 for forged tokens, which take no slot', async () => {
    await backlog(TOO_MANY, 0);
    const { key } = await api.newKey({ monthlyScans: 0 });
    expect((await pro('none-left.example', key)).status).toBe(429);
    await api.db.scan.deleteMany();
    await staleFigures();
    const forged = await Promise.all(
      Array.from({ length: 400 }, (_, n) => {
        const token = randomCredential(n % 2 === 0 ? 'compliance' : 'one_time');
        return n % 2 === 0
          ? api.post('/api/compliance-report/generate', { token, url: `forged-${n}.example`, email: 'a@example.com' })
          : api.post('/api/scan', { one_time_token: token, url: `forged-${n}.example` });
      }),
    );
    expect(new Set(forged.map(({ status }) => status))).toEqual(new Set([403]));
  });

  it('verify-key and usage do not wait behind waiting scans', async () => {
    const { key } = await api.newKey();
    const waiting = Array.from({ length: 200 }, (_, n) => free(`waiting.example/?${n % 2}`));
    await queued(2);
    let over = false;
    void Promise.all(waiting).then(() => (over = true));
    for (let round = 0; round < 5; round += 1) {
      expect((await api.get('/api/verify-key', { 'x-api-key': key })).status).toBe(200);
      expect((await api.get(`/api/usage?key=${key}`)).status).toBe(200);
    }
    expect(over).toBe(false);
    startWorker();
    for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200);
  });

  it('a scan whose callers have all hung up is not run', async () => {
    const gone = new AbortController();
    const call = fetch(`${api.baseUrl}/api/scan`, {
      method: 'POST',
      signal: gone.signal,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress() },
      body: '{"url":"left.example"}',
    }).catch(() => undefined);
    await inQueue(1);
    gone.abort();
    await call;
    await inQueue(0);
    const scanned = startWorker();
    expect((await free('stays.example')).status).toBe(200);
    expect(scanned).toEqual(['stays.example']);
  });
});
