import { findBrowser } from '@palisade/browser/find-browser';
import { startLab, type Lab } from '@palisade/lab/lab';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserOrSkip } from './browser.ts';
import { startStack, type Stack } from './stack.ts';

const runs = browserOrSkip() && (await findBrowser('auto')) !== null;

describe.skipIf(!runs)('the browser part of a report', () => {
  let lab: Lab;
  let stack: Stack;
  let key: string;
  beforeAll(async () => {
    const page = (body: string) => ({
      headers: [['content-type', 'text/html']] satisfies [string, string][],
      body: `<!doctype html><title>t</title>${body}`,
    });
    const home = page('<a href="/account/login">In</a><a href="/basket">Basket</a>');
    const routes = {
      '/account/login': page('<form method=post><input type=password name=p></form>'),
      '/basket': page('<form method=post><input autocomplete=cc-number name=n></form>'),
    };
    lab = await startLab({ sites: [{ host: 'seen.test', https: { ...home, routes } }] });
    stack = await startStack({ env: { ...lab.env, SCAN_BROWSER: 'auto', SCAN_TIMEOUT_MS: '60000' } });
    key = (await stack.cli('keys', 'create', '--email', 'holder@example.com')).stdout.trim();
    // The service is ready before the browser worker.
    await vi.waitFor(() => expect(stack.output()).toMatch(/"service":"browser-worker".*"msg":"ready"/u), {
      timeout: 60_000,
    });
  });
  afterAll(async () => {
    await stack?.stop();
    await lab?.close();
  });

  const scan = async (route: string, headers: Record<string, string> = {}, more: object = {}) => {
    const answer = await stack.post(route, { url: lab.url('seen.test'), ...more }, headers);
    return {
      status: answer.status,
      report: (await answer.json()) as SeenReport,
      left: answer.headers.get('x-scans-remaining'),
    };
  };

  it('is run for paid scans, not for free ones', { timeout: 400_000 }, async () => {
    const free = await scan('/api/scan');
    expect(free.status).toBe(200);
    expect(stack.output()).not.toContain('a browser visited the site');
    const evidenceOf = async () => {
      const paid = await scan('/api/scan/pro', { 'x-api-key': key });
      expect(paid.status).toBe(200);
      const evidence = await fetch(`${stack.baseUrl}/api/reports/${paid.report.report_id}/evidence`);
      return ((await evidence.json()) as { browser?: { ok: boolean } }).browser;
    };
    // On a busy machine a browser scan may time out, and the report says so; the next one may succeed.
    await expect
      .poll(evidenceOf, { timeout: 240_000, interval: 1_000 })
      .toMatchObject({ ok: true, value: { pages: [{ asked: lab.url('seen.test'), status: 200 }] } });
    expect(stack.output()).toContain('a browser visited the site');
  });

  it('covers several pages by path in one report, for one unit', { timeout: 240_000 }, async () => {
    const lefts: number[] = [];
    const pagesOf = async (pages: number | string[]) => {
      const { report, left } = await scan('/api/scan/pro', { 'x-api-key': key }, { pages });
      lefts.push(Number(left));
      return report.browser?.pages;
    };
    const found = () => pagesOf(3);
    await expect
      .poll(found, { timeout: 120_000, interval: 1_000 })
      .toMatchObject([
        { path: '/', found: 'start' },
        { path: '/account/login', found: 'sign-in' },
        { path: '/basket', found: 'checkout', payment: { fields: [expect.stringContaining('cc-number')] } },
        { found: 'error-page' },
      ]);
    const given = await pagesOf(['/basket', lab.url('seen.test')]);
    expect(given?.map(({ path }) => path)).toEqual(['/', '/basket']);
    expect(lefts).toEqual(lefts.map((_left, index) => (lefts[0] ?? 0) - index));
  });

  it.each([
    [{ pages: 6 }, /pages/u],
    [{ pages: ['https://elsewhere.test/'] }, /pages\.0: elsewhere\.test is not on the site of the URL/u],
    [{ pages: ['ftp://seen.test/'] }, /pages\.0/u],
  ])('%j is rejected', async (more, message) => {
    const { status, report } = await scan('/api/scan/pro', { 'x-api-key': key }, more);
    expect({ status, error: report.error }).toEqual({ status: 400, error: expect.stringMatching(message) as string });
  });
});

interface SeenReport {
  report_id: string;
  score: number;
  error?: string;
  browser?: { reason: string | null; pages: { path: string; found: string }[] };
}
