import type { SiteAnswer } from '@palisade/lab/site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openIn, startLab, type Lab } from '../test/lab-browser.ts';
import type { BrowserFault } from './browser-fault.ts';
import type { Budget } from './budget.ts';

const page = (script: string): SiteAnswer => ({
  headers: [['content-type', 'text/html']],
  body: `<!doctype html><title>t</title><body><script>${script}</script>`,
});
const HOSTILE = {
  '/endless': page('for (;;);'),
  '/bomb': page('const all = []; for (;;) all.push(new Uint8Array(8e6).fill(1));'),
  '/requests': page("setInterval(() => { for (let n = 0; n < 50; n += 1) fetch('/?' + Math.random()); }, 5);"),
  '/navigates': page("location.href = '/navigates?' + Math.random();"),
  '/talks': page(
    "alert(1); confirm(2); print(); for (let n = 0; n < 20; n += 1) window.open('/'); document.title = 'quiet';",
  ),
};

describe.skipIf(!browserOrSkip() || process.platform !== 'linux')('hostile pages', () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await startLab({ sites: [{ host: 'evil.test', https: { ...page(''), routes: HOSTILE } }] });
  });
  afterAll(() => lab.close());

  const ended = async (path: string, budget: Partial<Budget>): Promise<string> => {
    const session = await openIn(lab, lab.url('evil.test', path), budget);
    const over = new Promise<BrowserFault>((resolve) => {
      session.deadline.addEventListener('abort', () => resolve(session.deadline.reason as BrowserFault));
    });
    session.page.goto(session.url).catch(() => undefined);
    const { code, message } = await over;
    await session.close();
    return `${code}: ${message}`;
  };

  it.each([
    ['/endless', { cpuMs: 2_000 }, /^limit: .*processor time/u],
    ['/bomb', { memoryBytes: 400 * 1024 * 1024 }, /^limit: .*memory/u],
    ['/requests', { requests: 200 }, /^limit: .*200 requests/u],
    ['/navigates', { wallMs: 4_000, requests: 40 }, /^(?:limit: .*40 requests|timeout: )/u],
  ] as const)('%s costs its budget, and its browser is gone', { timeout: 120_000 }, async (path, budget, why) => {
    expect(await ended(path, budget)).toMatch(why);
  });

  it('dialogs and pop-ups are closed as they appear', { timeout: 120_000 }, async () => {
    const session = await openIn(lab, lab.url('evil.test', '/talks'));
    await session.page.goto(session.url);
    expect(await session.page.title()).toBe('quiet');
    await expect.poll(() => session.page.context().pages().length).toBe(1);
    await session.close();
  });
});
