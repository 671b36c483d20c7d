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

  it('is looked at for who paid, and not for a free scan', { timeout: 120_000 }, async () => {
    const free = await scan('/api/scan');
    expect(free.status).toBe(200);
    expect(stack.output()).not.toContain('a browser looked');
    const paid = await scan('/api/scan/pro', { 'x-api-key': key });
    expect(paid.status).toBe(200);
    await expect.poll(() => stack.output(), { timeout: 30_000 }).toContain('a browser looked');
    const evidence = await fetch(`${stack.baseUrl}/api/reports/${paid.report.report_id}/evidence`);
    const { browser } = (await evidence.json()) as { browser?: { ok: boolean; blame?: string; code?: string } };
    // On a busy machine it may have been late: then it is our fault, and the report says so.
    expect(browser).toSatisfy((part: typeof browser) => part?.ok === true || part?.blame === 'us');
  });
});
