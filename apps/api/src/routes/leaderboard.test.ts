import { randomUUID } from 'node:crypto';
import { addHostResult } from '@palisade/db/host-results';
import { applyListingDirective, listHost, unlistHost } from '@palisade/db/listed-hosts';
import { ownerStatementJob } from '@palisade/queue/jobs';
import { afterEach, afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPORT, runningApi, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi();
});
afterAll(() => api[Symbol.asyncDispose]());
afterEach(async () => {
  for (const { host } of await api.db.listedHost.findMany()) await unlistHost(api.db, host);
});

let days = 0;
const result = (host: string, grade: 'A+' | 'B' | 'F', score: number) =>
  addHostResult(api.db, host, {
    ...REPORT,
    grade,
    score,
    scanned_at: new Date(Date.UTC(2026, 0, (days += 1))).toISOString(),
  });
/** A unique name for each test, because responses are cached for some seconds. */
const name = (text: string) => `${text}-${randomUUID().slice(0, 8)}.example`;
const board = async (query = '') => {
  const answer = await api.get(`/api/leaderboard?limit=${100 + (days += 1)}${query}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toContain('max-age');
  return (await answer.json()) as { total: number; hosts: { host: string; grade: string; trend: number | null }[] };
};

describe('GET /api/leaderboard', () => {
  it('shows the latest result of each listed host, with its trend', async () => {
    const [good, bad, fresh] = [name('good'), name('bad'), name('fresh')];
    for (const host of [good, bad, fresh]) await listHost(api.db, host);
    await result(good, 'B', 70);
    await result(good, 'A+', 95);
    await result(bad, 'F', 20);
    const { total, hosts } = await board();
    expect(total).toBe(2);
    expect(hosts).toMatchObject([
      { host: good, grade: 'A+', score: 95, trend: 25, badge: `http://127.0.0.1/badge/${good}.svg` },
      { host: bad, grade: 'F', trend: null, url: `http://127.0.0.1/site/${bad}` },
    ]);
    expect((await board('&grade=A+')).hosts.map(({ host }) => host)).toEqual([good]);
    expect((await board('&grade=F')).hosts.map(({ host }) => host)).toEqual([bad]);
    expect((await board('&sort=host')).hosts.map(({ host }) => host)).toEqual([bad, good]);
    expect((await board('&sort=date')).hosts[0]?.host).toBe(bad);
    expect((await board('&sort=trend')).hosts[0]?.host).toBe(good);
    expect((await board(`&host=${good.slice(0, 8).toUpperCase()}`)).hosts).toHaveLength(1);
    expect((await board('&host=%25')).hosts).toEqual([]);
  });

  it.each(['sort=worst', 'grade=E', 'limit=0', 'limit=501', 'offset=-1', 'host=%00'])('400 for %s', async (query) => {
    expect((await api.get(`/api/leaderboard?${query}`)).status).toBe(400);
  });

  it('never shows a host that was not listed, or whose owner opted out', async () => {
    const [listed, stranger] = [name('listed'), name('stranger')];
    await listHost(api.db, listed);
    expect(await result(stranger, 'F', 1)).toBe(false);
    await result(listed, 'B', 70);
    await applyListingDirective(api.db, listed, 'opt-out');
    expect(await result(listed, 'B', 71)).toBe(false);
    expect((await board()).hosts).toEqual([]);
    expect((await api.get(`/api/site/${listed}`)).status).toBe(404);
    expect((await api.get(`/badge/${listed}.json`)).status).toBe(404);
    expect(await api.db.hostResult.count({ where: { host: listed } })).toBe(0);
  });
});

describe('the owner’s choice', () => {
  const listed = async (host: string) => (await api.db.listedHost.findUnique({ where: { host } }))?.optedOutAt === null;
  it.each([
    ['no one', ['list'], true],
    ['no one', ['none'], false],
    ['no one', ['opt-out'], false],
    ['no one', ['list', 'unknown'], true],
    ['no one', ['list', 'none'], false],
    ['no one', ['list', 'opt-out'], false],
    ['no one', ['list', 'opt-out', 'none'], false],
    ['no one', ['list', 'opt-out', 'list'], true],
    ['operator', ['none'], true],
    ['operator', ['unknown'], true],
    ['operator', ['opt-out'], false],
    ['operator', ['opt-out', 'none'], false],
    ['operator', ['opt-out', 'unknown'], false],
  ] as const)('listed by %s, then %j: %s', async (by, words, expected) => {
    const host = name('word');
    if (by === 'operator') await listHost(api.db, host);
    for (const word of words) await applyListingDirective(api.db, host, word);
    expect(await listed(host)).toBe(expected);
  });

  it('is read after a POST, but not too often for each host', async () => {
    const host = name('ask');
    for (let asked = 0; asked < 3; asked += 1) {
      expect((await api.post('/api/leaderboard', { host })).status).toBe(200);
    }
    const waiting = await api.backend.queue(ownerStatementJob).raw.getWaiting();
    expect(waiting.filter(({ data }) => (data as { host: string }).host === host)).toHaveLength(1);
    for (const bad of ['127.0.0.1', 'localhost', 'https://a.example/x', '']) {
      expect((await api.post('/api/leaderboard', { host: bad })).status).toBe(400);
    }
  });
});

it('one address has the records of 60 hosts read in an hour: each is a visit to a site that it chooses', async () => {
  await using other = await runningApi();
  const statuses = await Promise.all(
    Array.from({ length: 63 }, async (_one, at) => {
      const answer = await other.post('/api/leaderboard', { host: `flood-${at}.test` });
      // Until the next full hour, when the limit resets.
      const left = 3600 - (Math.floor(Date.now() / 1000) % 3600);
      const late = Math.abs(Number(answer.headers.get('retry-after') ?? left) - left) > 5;
      return `${answer.status}${late ? ' with another Retry-After' : ''}`;
    }),
  );
  expect(statuses.filter((one) => one === '200')).toHaveLength(60);
  expect(statuses.filter((one) => one === '429')).toHaveLength(3);
});

describe('the badge', () => {
  it('of a listed host: an image that other sites may embed, and the shields endpoint', async () => {
    const host = name('badge');
    await listHost(api.db, host);
    await result(host, 'A+', 95);
    const svg = await api.get(`/badge/${host}.svg`);
    expect([svg.status, svg.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(svg.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(svg.headers.get('cache-control')).toContain('public');
    expect(await svg.text()).toMatch(/^<svg [^>]*role="img" aria-label="Palisade: A\+">.*<\/svg>$/s);
    const json = await api.get(`/badge/${host}.json`);
    expect(json.headers.get('access-control-allow-origin')).toBe('*');
    expect(await json.json()).toEqual({ schemaVersion: 1, label: 'Palisade', message: 'A+', color: '#137333' });
  });

  it.each(['not-listed.example', 'nonsense', '%00', '<svg>'])('of %s: 404 with a neutral badge', async (host) => {
    const svg = await api.get(`/badge/${encodeURIComponent(host)}.svg`);
    expect([svg.status, svg.headers.get('content-type')]).toEqual([404, 'image/svg+xml; charset=utf-8']);
    expect(await svg.text()).toContain('not listed');
    const json = await api.get(`/badge/${encodeURIComponent(host)}.json`);
    expect([json.status, await json.json()]).toMatchObject([404, { message: 'not listed', isError: true }]);
  });

  it('of a host that was just listed says that there is no result yet', async () => {
    const host = name('new');
    await listHost(api.db, host);
    const svg = await api.get(`/badge/${host}.svg`);
    expect([svg.status, await svg.text()]).toEqual([200, expect.stringContaining('Palisade: no result yet')]);
    const json = (await (await api.get(`/badge/${host}.json`)).json()) as object;
    expect(json).toEqual({ schemaVersion: 1, label: 'Palisade', message: 'no result yet', color: '#5f6368' });
  });

  it('is cached for concurrent readers', async () => {
    const host = name('busy');
    await listHost(api.db, host);
    await result(host, 'B', 75);
    await api.get(`/badge/${host}.svg`);
    await api.db.hostResult.deleteMany({ where: { host } });
    const answers = await Promise.all(Array.from({ length: 100 }, () => api.get(`/badge/${host}.svg`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
