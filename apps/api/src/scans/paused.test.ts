import { beginScan, finishScan } from '@palisade/db/scan-leases';
import { pdfJob, scanJob } from '@palisade/queue/jobs';
import { SCAN_DONE } from '@palisade/queue/topics';
import { createLogger } from '@palisade/telemetry/logger';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { redisOrSkip, startRedis, type RedisServer } from '../../../../packages/queue/test/redis-server.ts';
import { REPORT, runningApi, type RunningApi } from '../../test/running-api.ts';
import { createPdfRequester } from './request-pdf.ts';

const KINDS = redisOrSkip() ? (['postgres', 'redis'] as const) : (['postgres'] as const);
/** No worker runs: an admitted caller waits this long. */
const DEADLINE_MS = 60_000;
vi.setConfig({ testTimeout: 60_000 });

describe.each(KINDS)('while an operator has paused a queue on %s', (kind) => {
  let redis: RedisServer | undefined;
  let api: RunningApi;
  beforeAll(async () => {
    redis = kind === 'redis' ? await startRedis() : undefined;
    const environment = { SCAN_TIMEOUT_MS: String(DEADLINE_MS), FREE_SCANS_PER_DAY: '1' };
    api = await runningApi({ ...environment, ...(redis ? { REDIS_URL: redis.url } : {}) }, { queued: true });
    const seenAt = new Date(Date.now() + 3_600_000);
    const worker = { kind: scanJob.queue, pid: 1, engineVersion: '', running: [], eventLoopP99Ms: 0, residentBytes: 0 };
    await api.db.workerHeartbeat.create({
      data: { id: 'theirs', ...worker, concurrency: 10, startedAt: new Date(), seenAt },
    });
  });
  afterEach(async () => {
    for (const queue of [api.backend.queue(scanJob), api.backend.queue(pdfJob)]) await queue.raw.resume();
    await api.db.scan.deleteMany();
    await api.backend.queue(scanJob).raw.obliterate({ force: true });
    await figuresGrowOld();
  });
  afterAll(async () => {
    await api?.[Symbol.asyncDispose]();
    await redis?.stop();
  });
  /** Longer than admission uses the figures it has. */
  const figuresGrowOld = () => new Promise((resolve) => setTimeout(resolve, 600));
  const pause = async (which: 'scan' | 'pdf') => {
    const queue = which === 'scan' ? api.backend.queue(scanJob) : api.backend.queue(pdfJob);
    await queue.raw.pause();
    await figuresGrowOld();
  };
  const pro = (url: string, key: string, path = '/api/scan/pro') => api.post(path, { url }, { 'x-api-key': key });
  const used = async (key: string) =>
    ((await (await api.get(`/api/usage?key=${key}`)).json()) as { scans_used: number }).scans_used;
  const atOnce = async (asked: Promise<Response>) => {
    const started = performance.now();
    const answer = await asked;
    expect(performance.now() - started).toBeLessThan(DEADLINE_MS / 4);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Object.keys((await answer.json()) as object)).toEqual(['error']);
    return answer.status;
  };
  /** Acts as the scan worker for the jobs in the queue. */
  const startWorker = () =>
    api.backend.worker(
      scanJob,
      async ({ scanId }) => {
        const asked = await beginScan(api.db, scanId);
        if (asked) await finishScan(api.db, asked, { ...REPORT, scan_id: scanId });
        await api.backend.broadcast.publish(SCAN_DONE, scanId);
      },
      { concurrency: 1, awaited: true },
    );

  it('a scan of any kind gets 503 at once, readiness reports it, and nothing is charged or queued', async () => {
    const { key } = await api.newKey();
    const [oneTime, compliance] = [await api.newToken('one_time'), await api.newToken('compliance')];
    await pause('scan');
    const paid = { token: compliance.token, url: 'paused.example', email: 'a@example.com' };
    const answers = [
      api.post('/api/scan', { url: 'paused.example' }),
      pro('paused.example', key),
      pro('paused.example', key, '/api/report/pdf'),
      api.post('/api/scan', { url: 'paused.example', one_time_token: oneTime.token }),
      api.post('/api/compliance-report/generate', paid),
    ];
    expect(await Promise.all(answers.map(atOnce))).toEqual([503, 503, 503, 503, 503]);
    expect((await api.get('/readyz')).status).toBe(503);
    expect(await api.db.scan.count()).toBe(0);
    expect(await api.backend.queue(scanJob).raw.getJobCountByTypes('waiting', 'prioritized')).toBe(0);
    expect(await used(key)).toBe(0);

    await api.backend.queue(scanJob).raw.resume();
    await figuresGrowOld();
    const worker = startWorker();
    const later = [
      api.post('/api/scan', { url: 'paused.example' }),
      api.post('/api/scan', { url: 'paused.example', one_time_token: oneTime.token }),
      api.post('/api/compliance-report/generate', paid),
    ];
    expect((await Promise.all(later)).map(({ status }) => status)).toEqual([200, 200, 200]);
    await worker.drain(0);
  });

  it('errors in the request itself come first', async () => {
    const { key } = await api.newKey({ monthlyScans: 0 });
    await pause('scan');
    expect((await pro('ftp://paused.example', key)).status).toBe(400);
    expect((await pro('paused.example', 'pal_live_none')).status).toBe(403);
    expect((await pro('paused.example', key)).status).toBe(429);
    expect((await pro('paused.example', key, '/api/report/pdf')).status).toBe(429);
  });

  it('an equal scan is joined if a worker has begun it, but not if it is waiting as well', async () => {
    const { key } = await api.newKey();
    const first = pro('begun.example', key);
    const waits = pro('waits.example', key);
    await expect.poll(() => api.db.scan.count()).toBe(2);
    const { id } = await api.db.scan.findFirstOrThrow({ where: { url: { contains: 'begun' } } });
    const hold = await beginScan(api.db, id, { leaseMs: DEADLINE_MS });
    await pause('scan');
    const second = pro('begun.example', key);
    expect(await atOnce(pro('waits.example', key))).toBe(503);
    await expect.poll(async () => (await api.db.scan.findUnique({ where: { id } }))?.waiters).toBe(2);
    await finishScan(api.db, hold ?? { id, fence: 0 }, { ...REPORT, scan_id: id });
    await api.backend.broadcast.publish(SCAN_DONE, id);
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
    await api.backend.queue(scanJob).raw.resume();
    const worker = startWorker();
    expect((await waits).status).toBe(200);
    await worker.drain(0);
  });

  it('no scan is spent on a PDF that would not be rendered', async () => {
    const { key } = await api.newKey();
    await pause('pdf');
    expect(await atOnce(pro('paused.example', key, '/api/report/pdf'))).toBe(503);
    expect([await api.db.scan.count(), await used(key)]).toEqual([0, 0]);
    // The same holds for PDFs of stored reports.
    const requester = await createPdfRequester({
      db: api.db,
      backend: api.backend,
      log: createLogger({ service: 'api', level: 'fatal' }),
    });
    const rendered = requester.requestPdf(
      { report: REPORT, preparedFor: null, preparedBy: null },
      { timeoutMs: DEADLINE_MS, signal: new AbortController().signal },
    );
    await expect(rendered).rejects.toThrow(/cannot create PDFs/);
    requester.close();
    expect(await api.db.pdfRender.count()).toBe(0);
  });
});
