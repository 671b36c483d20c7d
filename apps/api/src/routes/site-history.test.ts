import type { ScanReport } from '@palisade/report/report';
import { changesBetween } from '@palisade/report/report-changes';
import { judge } from '@palisade/scanner/judge';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { evidenceWith } from '../../../../packages/scanner/test/evidence.ts';
import { REPORT, runningApi, type RunningApi } from '../../test/running-api.ts';

const better = judge(
  evidenceWith({ headers: [['X-Content-Type-Options', 'nosniff']] }),
  '00000000-0000-4000-8000-000000000002',
);
const HEADER = 'X-Content-Type-Options';
const ID = 'headers/x-content-type-options';
const withHeader = (report: ScanReport, change: object): ScanReport => {
  const entry = report.headers[HEADER];
  if (!entry) throw new Error('no such header');
  return { ...report, headers: { ...report.headers, [HEADER]: { ...entry, ...change } } };
};
const newer = (report: ScanReport): ScanReport => ({ ...report, engine_version: '99.0.0' });

it.each([
  ['the header was added', REPORT, better, 'site'],
  ['the header was added, and the engine is newer', REPORT, newer(better), 'site'],
  ['the same header weighs more in a newer engine', REPORT, newer(withHeader(REPORT, { deduction: 9 })), 'engine'],
  [
    'a newer engine rates the same value worse',
    better,
    newer(withHeader(better, { status: 'weak', outcome: 'odd', deduction: 2 })),
    'engine',
  ],
  [
    'the same engine rates the same value differently',
    better,
    withHeader(better, { status: 'weak', outcome: 'odd', deduction: 2 }),
    'data',
  ],
])('%s: %s', (_name, before, after, cause) => {
  const { changes } = changesBetween(before, after);
  expect(changes.find(({ id }) => id === ID)).toMatchObject({ cause });
});

it('nothing changed', () => {
  expect(changesBetween(REPORT, newer(REPORT)).changes).toEqual([]);
});

it('a check that could not be assessed is not a change of the site', () => {
  const [check, ...rest] = REPORT.page_analysis.checks;
  if (!check) throw new Error('no check');
  const blind = { ...check, status: 'unknown' as const, outcome: 'unknown', deduction: 0 };
  const after = { ...REPORT, page_analysis: { ...REPORT.page_analysis, checks: [blind, ...rest] } };
  const seen = { ...check, status: 'bad' as const, outcome: 'found', deduction: 5 };
  const before = { ...REPORT, page_analysis: { ...REPORT.page_analysis, checks: [seen, ...rest] } };
  expect(changesBetween(before, after).changes).toMatchObject([{ id: check.id, cause: 'unassessed', points: 5 }]);
});

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi({ FREE_SCANS_PER_DAY: '100' });
});
afterAll(() => api[Symbol.asyncDispose]());

const scan = async (report: ScanReport, key: string) => {
  api.onScan(async () => report);
  const answer = await api.post('/api/scan/pro', { url: 'https://example.test' }, { 'x-api-key': key });
  return ((await answer.json()) as { report_id: string }).report_id;
};

it('anyone who has both addresses can compare two reports of one site', async () => {
  const { key } = await api.newKey();
  const [first, second] = [await scan(REPORT, key), await scan(better, key)];
  const free = (await (await api.post('/api/scan', { url: 'https://example.test' })).json()) as { report_id: string };
  for (const later of [second, free.report_id]) {
    const answer = await api.get(`/api/reports/${later}/changes?since=${first}`);
    expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
    const { changes, before, after, left_out: leftOut } = (await answer.json()) as ReturnType<typeof changesBetween>;
    expect(changes).toContainEqual(expect.objectContaining({ id: ID, cause: 'site' }));
    expect(after.score).toBeGreaterThan(before.score);
    expect(leftOut).toEqual(later === second ? [] : ['cookies', 'cross_origin']);
  }
  expect((await api.get(`/api/reports/${second}/changes?since=${'x'.repeat(24)}`)).status).toBe(404);
  expect((await api.get(`/api/reports/${second}/changes`)).status).toBe(400);
  const elsewhere = await scan({ ...REPORT, url: 'https://other.test/' }, key);
  expect((await api.get(`/api/reports/${second}/changes?since=${elsewhere}`)).status).toBe(400);
});

it('a key sees its own reports of a host that is not public, without provisional ones; others see nothing', async () => {
  const { key } = await api.newKey();
  const { key: stranger } = await api.newKey();
  const id = await scan(REPORT, key);
  await scan({ ...REPORT, provisional: true }, key);
  const mine = await api.get('/api/site/example.test', { 'x-api-key': key });
  expect(await mine.json()).toMatchObject({
    listed: false,
    results: [],
    reports: [{ report_id: id, grade: REPORT.grade }],
  });
  expect(await (await api.get('/api/site/example.test', { 'x-api-key': stranger })).json()).toMatchObject({
    reports: [],
  });
  expect((await api.get('/api/site/example.test')).status).toBe(404);
  expect((await api.get('/api/site/example.test', { 'x-api-key': 'pal_live_nonsense' })).status).toBe(403);
});
