import { createHash, randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { finishScan } from '@palisade/db/scan-leases';
import { startOrJoinScan } from '@palisade/db/scans';
import { purgeServedReports } from '@palisade/db/served-reports';
import { judge } from '@palisade/scanner/judge';
import { evidenceText } from '@palisade/scanner/evidence-text';
import { verifyReport } from '@palisade/signing/signed-report';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evidenceWith } from '../../../../packages/scanner/test/evidence.ts';
import { runningApi, SIGNING_KEY, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
let key: string;
beforeAll(async () => {
  api = await runningApi({ FREE_SCANS_PER_DAY: '1000', PUBLIC_BASE_URL: 'https://palisade.example' });
  ({ key } = await api.newKey());
});
afterAll(() => api[Symbol.asyncDispose]());

const target = { url: 'https://example.com' };
type Json = Record<string, unknown> & { report_id: string; report_url: string };

async function scanAs(kind: string): Promise<{ response: Response; text: string; report: Json }> {
  const asked = {
    free: () => api.post('/api/scan', target),
    free_with_fixes: () => api.post('/api/scan?full=1', target, { 'x-api-key': key }),
    pro: () => api.post('/api/scan/pro', target, { 'x-api-key': key }),
    one_time: async () => api.post('/api/scan', { ...target, one_time_token: (await api.newToken()).token }),
  }[kind];
  const response = (await asked?.()) as Response;
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return { response, text, report: JSON.parse(text) as Json };
}
const COLUMNS = ['free', 'free_with_fixes', 'pro', 'one_time'];

describe.each(COLUMNS)('a report of the %s column', (column) => {
  it('is found again at its address, byte for byte, signed, and kept out of search engines', async () => {
    const { text, report } = await scanAs(column);
    expect(report.report_id).toMatch(/^[\w-]{22,}$/);
    expect(report.report_url).toMatch(/^http:\/\/127\.0\.0\.1\/r\/[\w-]+$/);
    expect(report.report_url.endsWith(`/${report.report_id}`)).toBe(true);
    const again = await api.get(`/api/reports/${report.report_id}`);
    expect([again.status, again.headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
    expect(again.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await again.text()).toBe(text);
    expect(verifyReport(report, { keys: [SIGNING_KEY.jwk] })).toMatchObject({ result: 'genuine' });
  });

  it('shows exactly what its caller was given', async () => {
    const { report } = await scanAs(column);
    const paid = column === 'pro' || column === 'one_time';
    expect('cookies' in report).toBe(paid);
    expect('issue_counts' in report).toBe(column !== 'pro');
    expect(report['fix_snippets'] === null).toBe(column === 'free');
    expect(report['pro_locked']).toBe(!paid);
  });
});

it('a report is compressed once, for the response and for storage', async () => {
  const { response, text, report } = await scanAs('free');
  const fields = ['content-encoding', 'vary'].map((name) => response.headers.get(name));
  expect(fields).toEqual(['gzip', 'Accept-Encoding']);
  const { body } = await api.db.servedReport.findUniqueOrThrow({ where: { id: report.report_id } });
  expect(Number(response.headers.get('content-length'))).toBe(body?.length);
  expect(gunzipSync(body ?? '').toString()).toBe(text);
  for (const [accepted, given] of [
    ['identity', null],
    ['br, gzip;q=0', 'br'],
  ] as const) {
    const other = await api.post('/api/scan', target, { 'accept-encoding': accepted });
    expect([other.headers.get('content-encoding'), other.headers.get('vary')]).toEqual([given, 'Accept-Encoding']);
    expect(Object.keys((await other.json()) as object)).toEqual(Object.keys(report));
  }
});

it('two callers of one scan get two addresses', async () => {
  const [one, two] = await Promise.all([scanAs('free'), scanAs('free')]);
  expect(one.report.report_id).not.toBe(two.report.report_id);
});

it.each(['x', randomUUID(), 'a'.repeat(24), 'b'.repeat(200), '../scan', '\0'])(
  '404 for the unknown address %s',
  async (id) => {
    for (const part of ['', '/evidence', '/pdf']) {
      const response = await api.get(`/api/reports/${encodeURIComponent(id)}${part}`);
      expect(response.status).toBe(404);
      expect(Object.keys((await response.json()) as object)).toEqual(['error']);
    }
  },
);

describe('the evidence', () => {
  it('is exactly the bytes that evidence_sha256 is the hash of', async () => {
    const scanId = randomUUID();
    // A header whose name is a number, and an unpaired surrogate from the site.
    const evidence = evidenceWith({
      headers: [
        ['10', 'a'],
        ['9', 'half \ud83d'],
        ['Server', 'ü'],
      ],
    });
    const report = judge(evidence, scanId);
    const scan = { id: scanId, url: report.url, tier: 'paid' as const, singleFlightKey: scanId, priority: 0 };
    await startOrJoinScan(api.db, scan);
    await finishScan(api.db, { id: scanId, fence: 0 }, report, { evidence: evidenceText(evidence) });
    api.onScan(async () => report);
    for (const column of COLUMNS) {
      const { report: served } = await scanAs(column);
      const response = await api.get(`/api/reports/${served.report_id}/evidence`);
      if (column.startsWith('free')) {
        expect(response.status).toBe(403);
        continue;
      }
      const body = Buffer.from(await response.arrayBuffer());
      expect([response.status, response.headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
      expect(createHash('sha256').update(body).digest('hex')).toBe(served['evidence_sha256']);
      expect(JSON.parse(body.toString())).toMatchObject({ target: { host: 'example.test' } });
    }
  });

  it('404 if it was too large to store', async () => {
    api.onScan(async () => judge(evidenceWith({}), randomUUID()));
    const { report } = await scanAs('pro');
    expect((await api.get(`/api/reports/${report.report_id}/evidence`)).status).toBe(404);
  });
});

describe('the PDF', () => {
  it('is rendered once from the stored report, without a scan and without quota', async () => {
    const { report } = await scanAs('pro');
    let rendered = 0;
    api.onPdf(async (order) => {
      rendered += 1;
      expect(order.report).toMatchObject({ report_id: report.report_id, issue_counts: { total: expect.any(Number) } });
      await new Promise((resolve) => setTimeout(resolve, 50));
      return Buffer.from('%PDF-1.7 drawn');
    });
    api.onScan(() => Promise.reject(new Error('no scan must run')));
    const used = async () => (await api.get(`/api/usage?key=${key}`)).json();
    const before = await used();
    const path = `/api/reports/${report.report_id}/pdf`;
    const answers = await Promise.all([api.get(path), api.get(path), api.get(path)]);
    for (const answer of [...answers, await api.get(path)]) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(answer.headers.get('content-disposition')).toContain('attachment; filename="palisade_scan_example_test_');
      expect(answer.headers.get('x-robots-tag')).toBe('noindex');
      expect(await answer.text()).toBe('%PDF-1.7 drawn');
    }
    expect(rendered).toBe(1);
    expect(await used()).toEqual(before);
  });

  it('of POST /api/report/pdf is found again, with its report', async () => {
    api.onScan(async () => judge(evidenceWith({}), randomUUID()));
    api.onPdf(async (order) => Buffer.from(`%PDF-1.7 for ${order.preparedFor}`));
    const first = await api.post(
      '/api/report/pdf',
      { ...target, prepared_for: 'Ann\u0000 & Söhne' },
      { 'x-api-key': key },
    );
    const url = first.headers.get('x-report-url') ?? '';
    const id = url.slice(url.lastIndexOf('/') + 1);
    api.onPdf(() => Promise.reject(new Error('rendered already')));
    expect(await (await api.get(`/api/reports/${id}/pdf`)).text()).toBe(await first.text());
    expect(await (await api.get(`/api/reports/${id}`)).json()).toMatchObject({ report_id: id, pro_locked: false });
  });

  it('403 for a free report', async () => {
    const { report } = await scanAs('free_with_fixes');
    expect((await api.get(`/api/reports/${report.report_id}/pdf`)).status).toBe(403);
  });
});

describe('410', () => {
  it('after 30 days for a free report and 400 for a paid one, before and after the rows are emptied', async () => {
    const { report: free } = await scanAs('free');
    const { report: paid } = await scanAs('pro');
    const age = async (days: number) => {
      await api.db.$executeRaw`update served_report set expires_at = expires_at - make_interval(days => ${days}::int)`;
      return async () =>
        Promise.all([free, paid].map(async (one) => (await api.get(`/api/reports/${one.report_id}`)).status));
    };
    expect(await (await age(29))()).toEqual([200, 200]);
    expect(await (await age(1))()).toEqual([410, 200]);
    await purgeServedReports(api.db);
    expect(await (await age(369))()).toEqual([410, 200]);
    const statuses = await age(1);
    expect(await statuses()).toEqual([410, 410]);
    await purgeServedReports(api.db);
    expect(await statuses()).toEqual([410, 410]);
    expect(await api.db.servedReport.count({ where: { OR: [{ body: { not: null } }, { host: { not: null } }] } })).toBe(
      0,
    );
  });
});

describe('evidence is stored as long as a paid report needs it', () => {
  it.each([
    ['free', 0],
    ['pro', 1],
  ])('%s', async (column, kept) => {
    const scanId = randomUUID();
    const evidence = evidenceWith({});
    const report = judge(evidence, scanId);
    await startOrJoinScan(api.db, { id: scanId, url: report.url, tier: 'paid', singleFlightKey: scanId, priority: 0 });
    await finishScan(api.db, { id: scanId, fence: 0 }, report, { evidence: evidenceText(evidence) });
    api.onScan(async () => report);
    await scanAs(column);
    const tomorrow = new Date(Date.now() + 86_400_000 + 1000);
    await purgeServedReports(api.db);
    expect(await api.db.scanEvidence.count({ where: { scanId } })).toBe(1);
    await purgeServedReports(api.db, tomorrow);
    expect(await api.db.scanEvidence.count({ where: { scanId } })).toBe(kept);
  });
});

describe('deletion by the owner', () => {
  const remove = (id: string, headers: Record<string, string>) =>
    fetch(`${api.baseUrl}/api/reports/${id}`, { method: 'DELETE', headers });

  it('with the token that was returned with the report: 410 from then on', async () => {
    const { response, report } = await scanAs('free');
    const token = response.headers.get('x-report-delete-token') ?? '';
    expect((await remove(report.report_id, { 'x-report-delete-token': token })).status).toBe(200);
    const gone = await api.get(`/api/reports/${report.report_id}`);
    expect([gone.status, await gone.json()]).toEqual([410, { error: 'this report was deleted by its owner' }]);
    const { report: later } = await scanAs('free');
    const compared = await api.get(`/api/reports/${later.report_id}/changes?since=${report.report_id}`);
    expect([compared.status, await compared.json()]).toEqual([410, { error: 'this report was deleted by its owner' }]);
    expect((await remove(report.report_id, { 'x-report-delete-token': token })).status).toBe(410);
  });

  it('with the key that paid for it, and no other', async () => {
    const { report } = await scanAs('pro');
    const stranger = await api.newKey();
    expect((await remove(report.report_id, {})).status).toBe(401);
    expect((await remove(report.report_id, { 'x-api-key': stranger.key })).status).toBe(403);
    expect((await remove(report.report_id, { 'x-report-delete-token': 'x' })).status).toBe(403);
    const { response } = await scanAs('pro');
    const another = response.headers.get('x-report-delete-token') ?? '';
    expect((await remove(report.report_id, { 'x-report-delete-token': another })).status).toBe(403);
    expect((await remove(report.report_id, { 'x-api-key': key })).status).toBe(200);
    expect((await api.get(`/api/reports/${report.report_id}`)).status).toBe(410);
  });

  it('the delete token is not in what others can read', async () => {
    const { report } = await scanAs('free');
    const again = await api.get(`/api/reports/${report.report_id}`);
    expect(again.headers.get('x-report-delete-token')).toBe(null);
  });
});

it('nothing is charged if the report cannot be stored', async () => {
  await api.db.$executeRaw`alter table served_report rename to served_report_away`;
  try {
    const response = await api.post('/api/scan/pro', target, { 'x-api-key': key });
    expect(response.status).toBeGreaterThanOrEqual(500);
    const remaining = response.headers.get('x-scans-remaining');
    expect(remaining).toBe(
      String(50 - ((await api.db.quotaCounter.findFirst({ where: { subject: { startsWith: 'key:' } } }))?.used ?? 0)),
    );
  } finally {
    await api.db.$executeRaw`alter table served_report_away rename to served_report`;
  }
});
