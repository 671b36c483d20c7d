import { addHostResult } from '@palisade/db/host-results';
import { listHost } from '@palisade/db/listed-hosts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REPORT, runningApi, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi();
  for (const host of ['good.example', 'fresh.example']) await listHost(api.db, host);
  const at = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString();
  await addHostResult(api.db, 'good.example', { ...REPORT, grade: 'C', score: 61, scanned_at: at(1) });
  const [name = '', entry] = Object.entries(REPORT.headers).find(([, { status }]) => status === 'missing') ?? [];
  if (!entry) throw new Error('the report has no missing header');
  const fixed = { ...entry, status: 'good' as const, outcome: 'good', title: 'It is there now', deduction: 0 };
  const better = { ...REPORT, headers: { ...REPORT.headers, [name]: fixed }, grade: 'A' as const, score: 86 };
  await addHostResult(api.db, 'good.example', { ...better, scanned_at: at(2) });
});
afterAll(() => api[Symbol.asyncDispose]());

const text = async (path: string) => (await api.get(path)).text();

it('shows the leaderboard, sorted and filtered by its form', async () => {
  const html = await text('/leaderboard');
  expect(html).toContain('href="/site/good.example"');
  expect(html).toContain('<td>+25</td>');
  expect(html).not.toContain('href="/site/fresh.example"');
  expect(await text('/leaderboard?sort=host&grade=&host=GOOD')).toContain('href="/site/good.example"');
  expect(await text('/leaderboard?grade=F')).toContain('No host matches.');
  expect((await api.get('/leaderboard?sort=nonsense&offset=-7&host=%00')).status).toBe(200);
});

it('shows a listed host over time, and what changed and why', async () => {
  const html = await text('/site/good.example');
  for (const part of [
    'Grade A, 86 of 100',
    'role="img"',
    'from 61 to 86 of 100',
    'It is there now',
    'The site changed',
    '+25 points',
  ])
    expect(html).toContain(part);
  expect(html).toContain('http://127.0.0.1/badge/good.example.svg');
  expect(html).not.toContain('noindex');
});

it('shows a host that has no result yet', async () => {
  expect(await text('/site/fresh.example')).toContain('The first scan follows within a day');
});

it.each(['stranger.example', '127.0.0.1', '%3Cscript%3E'])('404 for %s, which is not listed', async (host) => {
  expect((await api.get(`/site/${host}`)).status).toBe(404);
});
