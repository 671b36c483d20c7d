import { randomUUID } from 'node:crypto';
import { sweepReservations } from '@palisade/access/sweep';
import { batchScanJob } from '@palisade/queue/jobs';
import type { Batch } from '@palisade/report/batch';
import { NetworkFault, TargetRefused } from '@palisade/scanner/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { redisOrSkip, startRedis, type RedisServer } from '../../../../packages/queue/test/redis-server.ts';
import { REPORT, runningApi, type RunningApi } from '../../test/running-api.ts';
import { runBatchScan } from '../batches/batch-runner.ts';
import { QueueUnavailable } from '../errors.ts';
import { QueuePaused } from '../scans/readiness.ts';
import type { ServeScan } from '../scans/serve-scan.ts';

const KINDS = redisOrSkip() ? (['postgres', 'redis'] as const) : (['postgres'] as const);
const NEVER = new AbortController().signal;

describe.each(KINDS)('batches on %s', (kind) => {
  let redis: RedisServer | undefined;
  let api: RunningApi;
  let key: string;
  let keyId: string;
  beforeAll(async () => {
    redis = kind === 'redis' ? await startRedis() : undefined;
    api = await runningApi(redis ? { REDIS_URL: redis.url } : {}, { batches: true });
  });
  afterAll(async () => {
    await api?.[Symbol.asyncDispose]();
    await redis?.stop();
  });
  beforeEach(async () => {
    ({ key, id: keyId } = await api.newKey());
    api.onScan(async () => REPORT);
  });

  const order = (urls: unknown, more: object = {}, headers: Record<string, string> = {}) =>
    api.post('/api/scans', { urls, ...more }, { 'x-api-key': key, ...headers });
  const taken = async (answer: Response): Promise<Batch & { callback: { secret: string } | null }> => {
    expect(answer.status).toBe(200);
    return (await answer.json()) as never;
  };
  const read = async (id: string, by = key) =>
    (await (await api.get(`/api/scans/${id}`, { 'x-api-key': by })).json()) as Batch & { callback: unknown };
  const finished = async (id: string) => {
    await expect.poll(async () => (await read(id)).state).toBe('done');
    return read(id);
  };
  const used = async () =>
    ((await (await api.get(`/api/usage?key=${key}`)).json()) as { scans_used: number }).scans_used;
  const held = () => api.db.quotaReservation.count({ where: { subject: `key:${keyId}`, state: 'held' } });
  const sites = (n: number) => Array.from({ length: n }, (_, i) => `site-${i}.example`);

  it('scans each URL, shows its progress, and links to the reports', async () => {
    const tiers: string[] = [];
    api.onScan(async (_url, { tier }) => {
      tiers.push(tier);
      return REPORT;
    });
    const answer = await order(sites(12));
    expect(answer.headers.get('x-scans-remaining')).toBe('38');
    const batch = await taken(answer);
    expect(batch).toMatchObject({ state: 'waiting', counts: { total: 12, waiting: 12 }, callback: null });
    const done = await finished(batch.batch_id);
    expect(done.counts).toEqual({ total: 12, waiting: 0, running: 0, done: 12, failed: 0 });
    expect(done.scans.map(({ url }) => url)).toEqual(sites(12).map((host) => `https://${host}/`));
    expect(done.finished_at).not.toBeNull();
    expect(new Set(tiers)).toEqual(new Set(['background']));
    expect([await used(), await held()]).toEqual([12, 0]);
    const one = done.scans[3];
    expect(one).toMatchObject({ grade: REPORT.grade, score: REPORT.score, error: null, status: null });
    const report = (await (await api.get(`/api/reports/${one?.report_id}`)).json()) as { pro_locked: boolean };
    expect(report.pro_locked).toBe(false);
  });

  it('releases the units of scans without a report, and gives the reason', async () => {
    api.onScan(async (url) => {
      if (url === 'https://inside.example/') throw new TargetRefused('inside.example is a private address');
      if (url === 'https://down.example/') throw new NetworkFault('refused', 'down.example refused the connection');
      return REPORT;
    });
    const { batch_id } = await taken(await order(['a.example', 'inside.example', 'down.example']));
    const { scans, counts } = await finished(batch_id);
    expect(counts).toMatchObject({ done: 1, failed: 2 });
    expect(scans.slice(1).map(({ status, error }) => [status, error])).toEqual([
      [400, 'inside.example is a private address'],
      [502, 'down.example refused the connection'],
    ]);
    expect([await used(), await held()]).toEqual([1, 0]);
  });

  it('takes all units or none: of ten concurrent batches of ten, exactly five succeed', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => order(sites(10))));
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([...Array<number>(5).fill(200), ...Array<number>(5).fill(429)]);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    await expect.poll(held).toBe(0);
    expect(await used()).toBe(50);
    const { key: another } = await api.newKey({ monthlyScans: 7 });
    key = another;
    const tooMany = await order(sites(8));
    expect(tooMany.status).toBe(429);
    expect(((await tooMany.json()) as { error: string }).error).toMatch(/^8 scans are more than the 7 that are left/);
    expect(await used()).toBe(0);
  });

  it('waits while the service is too busy, and is not charged for waiting', async () => {
    let tries = 0;
    api.onScan(async () => {
      tries += 1;
      if (tries === 1) throw new QueueUnavailable('too many scans are waiting');
      return REPORT;
    });
    const { batch_id } = await taken(await order(['a.example']));
    const scan = () => api.db.batchScan.findFirstOrThrow({ where: { batchId: batch_id } });
    await expect.poll(async () => (await scan()).fence).toBe(1);
    await expect.poll(async () => (await scan()).state).toBe('waiting');
    expect([await used(), await held()]).toEqual([1, 1]);
    // What the clock of the report worker does when the scan is due.
    await api.backend.queue(batchScanJob).add({ itemId: (await scan()).id }, { jobId: randomUUID() });
    expect((await finished(batch_id)).counts.done).toBe(1);
    expect([await used(), await held()]).toEqual([1, 0]);
  });

  it.each([
    ['a paused queue', 'waiting', () => new QueueUnavailable('busy', 5, { cause: new QueuePaused('paused') })],
    ['a failing service', 'failed', () => new QueueUnavailable('busy')],
  ])('after many tries, %s leaves the scan %s', async (_what, state, refusal) => {
    api.onScan(() => Promise.reject(refusal()));
    const { batch_id } = await taken(await order(['a.example']));
    const scan = () => api.db.batchScan.findFirstOrThrow({ where: { batchId: batch_id } });
    await expect.poll(async () => (await scan()).state).toBe('waiting');
    await expect.poll(async () => (await scan()).fence).toBe(1);
    const { id } = await api.db.batchScan.update({
      where: { id: (await scan()).id },
      data: { fence: 100, dueAt: new Date(0) },
    });
    await api.backend.queue(batchScanJob).add({ itemId: id }, { jobId: randomUUID() });
    await expect.poll(async () => (await scan()).fence).toBe(101);
    await expect.poll(async () => (await scan()).state).toBe(state);
  });

  it.each([1, -1])('uses the clock of the database, even if that of the API is off by %i hours', async (hours) => {
    api.onScan(() => Promise.reject(new QueueUnavailable('busy')));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
    const { batch_id } = await taken(await order(['a.example'])).finally(() => void vi.useRealTimers());
    const scan = () => api.db.batchScan.findFirstOrThrow({ where: { batchId: batch_id } });
    await expect.poll(async () => (await scan()).fence).toBe(1);
    await expect.poll(async () => (await scan()).state).toBe('waiting');
    await sweepReservations(api.db);
    expect([await used(), await held()]).toEqual([1, 1]);
    expect(Math.abs((await scan()).dueAt.getTime() - Date.now())).toBeLessThan(120_000);
  });

  it('continues after a process died in the middle, and its late result changes nothing', async () => {
    const first = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    api.onScan(async () => {
      begun.resolve();
      await first.promise;
      return REPORT;
    });
    const { batch_id } = await taken(await order(['a.example']));
    await begun.promise;
    const again = async () => {
      const { id } = await api.db.batchScan.findFirstOrThrow({ where: { batchId: batch_id } });
      await api.backend.queue(batchScanJob).add({ itemId: id }, { jobId: randomUUID() });
    };
    await again();
    // Its lease still runs: no second process takes it.
    expect((await api.db.batchScan.findFirstOrThrow({ where: { batchId: batch_id } })).fence).toBe(1);
    await api.db.batchScan.updateMany({ where: { batchId: batch_id }, data: { dueAt: new Date(Date.now() - 1) } });
    api.onScan(async () => REPORT);
    await again();
    const done = await finished(batch_id);
    first.resolve();
    await expect.poll(() => api.db.servedReport.count({ where: { owner: `key:${keyId}` } })).toBe(2);
    expect((await read(batch_id)).scans).toEqual(done.scans);
    expect([await used(), await held()]).toEqual([1, 0]);
  });

  it.each([
    ['the deadline has passed', 503, () => api.db.scanBatch.updateMany({ data: { deadline: new Date(0) } })],
    ['the key was revoked', 403, () => api.db.apiKey.update({ where: { id: keyId }, data: { status: 'revoked' } })],
  ])('fails and costs nothing when %s', async (_what, status, happens) => {
    const wait = Promise.withResolvers<void>();
    api.onScan(async () => {
      await wait.promise;
      throw new QueueUnavailable('busy');
    });
    const { batch_id } = await taken(await order(['a.example']));
    const row = () => api.db.batchScan.findFirstOrThrow({ where: { batchId: batch_id } });
    await expect.poll(async () => (await row()).state).toBe('running');
    await happens();
    wait.resolve();
    await expect.poll(async () => (await row()).state).not.toBe('running');
    const none = (() => Promise.reject(new Error('no scan must begin'))) as unknown as ServeScan;
    const log = { info: () => undefined } as never;
    const deps = { db: api.db, serveScan: none, reports: undefined as never, scanTimeoutMs: 1_000, log };
    await runBatchScan(deps, { itemId: (await row()).id }, NEVER);
    expect(await row()).toMatchObject({ state: 'failed', status: status === 503 ? expect.any(Number) : status });
    expect(await held()).toBe(0);
    expect(await api.db.quotaCounter.findFirst({ where: { subject: `key:${keyId}` } })).toMatchObject({ used: 0 });
  });

  it('the same Idempotency-Key creates one batch', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => order(sites(3), {}, headers)));
    expect(new Set([...answers.map(({ status }) => status), 409, 200])).toEqual(new Set([200, 409]));
    const again = await taken(await order(sites(3), {}, headers));
    expect((await order(sites(2), {}, headers)).status).toBe(422);
    await finished(again.batch_id);
    expect([await used(), await api.db.scanBatch.count({ where: { keyId } })]).toEqual([3, 1]);
  });

  it('only its owner can read it', async () => {
    const { batch_id } = await taken(await order(['a.example']));
    const { key: stranger } = await api.newKey();
    for (const path of [`/api/scans/${batch_id}`, `/api/scans/${batch_id}/deliveries`]) {
      expect((await api.get(path, { 'x-api-key': stranger })).status).toBe(404);
      expect((await api.get(path)).status).toBe(401);
      expect((await api.get(path, { 'x-api-key': 'pal_live_nonsense' })).status).toBe(403);
    }
    expect((await api.get(`/api/scans/${randomUUID()}`, { 'x-api-key': key })).status).toBe(404);
    expect((await api.get('/api/scans/%00', { 'x-api-key': key })).status).toBe(404);
    await finished(batch_id);
  });

  it.each([
    [[], 'urls'],
    [sites(101), 'urls'],
    ['a.example', 'urls'],
    [[5], 'urls.0'],
    [undefined, 'urls is missing'],
  ])('400 for %j', async (urls, said) => {
    const answer = await order(urls);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { error: string }).error).toContain(said);
    expect(await used()).toBe(0);
  });

  it('the last scan writes one callback, even if many end at once', async () => {
    const gate = Promise.withResolvers<void>();
    api.onScan(async () => {
      await gate.promise;
      return REPORT;
    });
    const batch = await taken(await order(sites(8), { callback_url: 'https://hooks.example/p?q=1' }));
    expect(batch.callback).toMatchObject({ url: 'https://hooks.example/p?q=1', state: 'waiting' });
    expect(batch.callback?.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await api.db.callback.count({ where: { batchId: batch.batch_id } })).toBe(0);
    gate.resolve();
    await finished(batch.batch_id);
    expect(await api.db.callback.count({ where: { batchId: batch.batch_id } })).toBe(1);
    expect(await read(batch.batch_id)).toMatchObject({ callback: { state: 'pending' } });
  });
});

describe('bodies that are refused before anything is charged', () => {
  it.each([
    [{ urls: ['example.com', 'http://127.0.0.1/'] }, 'urls.1: '],
    [{ urls: ['example.com', 'ftp://example.com/'] }, 'urls.1: '],
    [{ urls: ['example.com'], callback_url: 'http://10.0.0.8/hook' }, 'callback_url: '],
    [{ urls: ['example.com'], callback_url: 'http://[::ffff:7f00:1]/hook' }, 'callback_url: '],
    [{ urls: ['example.com'], callback_url: 'https://example.com:25/' }, 'callback_url: '],
    [{ urls: ['example.com'], callback_url: 'https://user:pass@example.com/' }, 'callback_url: '],
    [{ urls: ['example.com'], callback_url: 'hooks.example.com' }, 'callback_url must start'],
  ])('%j', async (body, said) => {
    await using api = await runningApi({}, { queued: true });
    const { key } = await api.newKey();
    const answer = await api.post('/api/scans', body, { 'x-api-key': key });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { error: string }).error).toContain(said);
    expect(await api.db.quotaReservation.count()).toBe(0);
  });
});
