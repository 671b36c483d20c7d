import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ProReport } from '@palisade/report/columns';
import type { ScanReport } from '@palisade/report/report';
import { NetworkFault, TargetRefused } from '@palisade/scanner/errors';
import { REPORT, runningApi, type RunningApi } from '../../test/running-api.ts';
import { QueueUnavailable } from '../errors.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi();
});
afterAll(() => api[Symbol.asyncDispose]());
beforeEach(() => api.onScan(async () => REPORT));

const scan = (key: string, body: unknown = { url: 'example.com' }) =>
  api.post('/api/scan/pro', body, { 'x-api-key': key });
const used = async (id: string) =>
  (await api.db.quotaCounter.findMany({ where: { subject: `key:${id}` } })).reduce(
    (sum, counter) => sum + counter.used,
    0,
  );

describe('the Pro column', () => {
  it('has every section, the fixes, and no issue_counts', async () => {
    const { key } = await api.newKey();
    const asked: unknown[] = [];
    api.onScan(async (url, { tier }) => {
      asked.push([url, tier]);
      return REPORT;
    });
    const answer = await scan(key);
    expect(answer.status).toBe(200);
    const report = ProReport.strict().parse(await answer.json());
    expect(report.pro_locked).toBe(false);
    expect(Object.values(report.headers).some(({ fix }) => fix !== null)).toBe(true);
    expect(asked).toEqual([['example.com', 'paid']]);
  });
});

describe('access', () => {
  it.each([
    ['no key', {}, 401],
    ['a bad key', { 'x-api-key': 'nonsense' }, 403],
  ])('%s: refused before the body is read', async (_what, headers, status) => {
    const answer = await api.post('/api/scan/pro', '{ not json', headers);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-scans-remaining')).toBeNull();
  });

  it.each([
    ['nothing', '', 400],
    ['not JSON', '{', 400],
    ['an array', '[]', 400],
    ['no url', '{}', 400],
    ['a url that is not a string', '{"url": 5}', 400],
    ['null', 'null', 400],
  ])('%s as a body: 400, nothing consumed', async (_what, body, status) => {
    const { key, id } = await api.newKey();
    const answer = await scan(key, body);
    expect(answer.status).toBe(status);
    expect(Object.keys((await answer.json()) as object)).toEqual(['error']);
    expect(await used(id)).toBe(0);
  });
});

describe('further pages', () => {
  const LIST = 'pages must be a number from 0 to 5, or a list of at most 5 addresses or paths';
  it.each([
    [6, 'pages must be 5 or less'],
    [-1, 'pages must be 0 or more'],
    [1.5, LIST],
    ['/cart', LIST],
    [['/1', '/2', '/3', '/4', '/5', '/6'], LIST],
    [[''], 'pages.0 is empty'],
    [['/cart', 'https://other.example/'], 'pages.1: other.example is not on the site of the URL'],
    [['ftp://example.com/'], 'pages.0: not a valid URL'],
    [['https://u:p@example.com/'], 'pages.0: a URL must not contain credentials'],
  ])('%j: 400 in plain words, nothing consumed', async (pages, words) => {
    const { key, id } = await api.newKey();
    const answer = await scan(key, { url: 'https://example.com/', pages });
    expect(answer.status).toBe(400);
    expect((await answer.json()) as object).toEqual({ error: expect.stringContaining(words) as string });
    expect(await used(id)).toBe(0);
  });

  it.each([[['/cart', '/cart#top', '#top', 'cart/']], [[]], [0]])('%j: accepted', async (pages) => {
    const { key } = await api.newKey();
    expect((await scan(key, { url: 'https://example.com/', pages })).status).toBe(200);
  });
});

describe('the quota', () => {
  it('counts down in X-Scans-Remaining and ends in 429', async () => {
    const { key, id } = await api.newKey({ monthlyScans: 3 });
    const answers = [];
    for (let round = 0; round < 4; round += 1) {
      const answer = await scan(key);
      answers.push([answer.status, answer.headers.get('x-scans-remaining')]);
      if (answer.status === 429) {
        expect(await answer.json()).toEqual({
          error: expect.stringMatching(
            /^the monthly quota of 3 scans is used up; it resets at \d{4}-\d\d-01T00:00:00Z$/,
          ) as string,
        });
        const now = new Date();
        const seconds = (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1000;
        expect(Math.abs(Number(answer.headers.get('retry-after')) - seconds)).toBeLessThan(30);
      }
    }
    expect(answers).toEqual([
      [200, '2'],
      [200, '1'],
      [200, '0'],
      [429, '0'],
    ]);
    expect(await used(id)).toBe(3);
  });

  it('serves exactly 7 of 500 concurrent requests when 7 are left', async () => {
    const { key, id } = await api.newKey({ monthlyScans: 7 });
    api.onScan(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return REPORT;
    });
    const statuses = await Promise.all(
      Array.from({ length: 500 }, async () => {
        const answer = await scan(key);
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(7);
    expect(statuses.filter((status) => status === 429)).toHaveLength(493);
    expect(await used(id)).toBe(7);
  });

  it.each([
    ['a refused target', new TargetRefused('private address'), 400],
    ['a site that does not answer', new NetworkFault('timeout', 'no answer'), 502],
    ['a queue that is down', new QueueUnavailable('down'), 503],
    ['an internal error', new Error('inside /srv/secret'), 500],
  ])('%s costs nothing', async (_what, failure, status) => {
    const { key, id } = await api.newKey();
    api.onScan(() => Promise.reject(failure));
    const answer = await scan(key);
    expect([answer.status, answer.headers.get('x-scans-remaining')]).toEqual([status, '50']);
    expect(await answer.text()).not.toContain('/srv/secret');
    expect(await used(id)).toBe(0);
  });

  it('charges nothing for a report that is not in the promised shape', async () => {
    const { key, id } = await api.newKey();
    api.onScan(async () => ({ ...REPORT, score: 'high' }) as unknown as ScanReport);
    expect((await scan(key)).status).toBe(500);
    expect(await used(id)).toBe(0);
  });
});

describe('a caller who hangs up', () => {
  it('stops the scan and pays nothing', async () => {
    const { key, id } = await api.newKey();
    const stopped = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    api.onScan(
      (_url, { signal }) =>
        new Promise((_resolve, reject) => {
          started.resolve();
          signal.addEventListener('abort', () => {
            stopped.resolve();
            reject(signal.reason as Error);
          });
        }),
    );
    const call = request(`${api.baseUrl}/api/scan/pro`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
    });
    call.on('error', () => undefined);
    call.end('{"url":"example.com"}');
    await started.promise;
    expect(await used(id)).toBe(1);
    call.destroy();
    await stopped.promise;
    await expect.poll(() => used(id)).toBe(0);
  });

  it('is not considered gone while waiting', async () => {
    const { key } = await api.newKey();
    let aborted = false;
    api.onScan(async (_url, { signal }) => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      aborted = signal.aborted;
      return REPORT;
    });
    expect((await scan(key)).status).toBe(200);
    expect(aborted).toBe(false);
  });
});
