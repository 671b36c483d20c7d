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
    lab = await startLab({ sites: [{ host: 'seen.test' }] });
    stack = await startStack({ env: { ...lab.env, SCAN_BROWSER: 'auto', SCAN_TIMEOUT_MS: '60000' } });
    key = (await stack.cli('keys', 'create', '--email', 'holder@example.com')).stdout.trim();
    // The service is up without it.
    await vi.waitFor(() => expect(stack.output()).toMatch(/"service":"browser-worker".*"msg":"ready"/u), {
      timeout: 30_000,
    });
  }, 120_000);
  afterAll(async () => {
    await stack?.stop();
    await lab?.close();
  });

  const scan = async (route: string, headers: Record<string, string> = {}) => {
    const answer = await stack.post(route, { url: lab.url('seen.test') }, headers);
    return { status: answer.status, report: (await answer.json()) as { report_id: string; score: number } };
  };

  it('is looked at for who paid, and not for a free scan', { timeout: 180_000 }, async () => {
    const free = await scan('/api/scan');
    expect(free.status).toBe(200);
    expect(stack.output()).not.toContain('a browser looked');
    const evidenceOf = async () => {
      const paid = await scan('/api/scan/pro', { 'x-api-key': key });
      expect(paid.status).toBe(200);
      const evidence = await fetch(`${stack.baseUrl}/api/reports/${paid.report.report_id}/evidence`);
      return ((await evidence.json()) as { browser?: { ok: boolean } }).browser;
    };
    // On a busy machine a look may be late, and the report says so; the next one need not be.
    await expect
      .poll(evidenceOf, { timeout: 120_000, interval: 1_000 })
      .toMatchObject({ ok: true, value: { pages: [{ asked: lab.url('seen.test'), status: 200 }] } });
    expect(stack.output()).toContain('a browser looked');
  });
});
