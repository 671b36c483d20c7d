import type { SiteAnswer } from '@palisade/lab/site';
import { mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundBrowser } from './find-browser.ts';
import { launchBrowser } from './launch.ts';
import { openSession } from './session.ts';
import { browserOrSkip, found, openIn, startLab, type Lab } from '../test/lab-browser.ts';

const html = (body: string): SiteAnswer => ({
  headers: [['content-type', 'text/html']],
  body: `<!doctype html><title>t</title>${body}`,
});
/** Resolves to an address that no page may contact. */
const PRIVATE = 'inside.test';

describe.skipIf(!browserOrSkip())('a session', () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await startLab({
      sites: [
        {
          host: 'shop.test',
          https: {
            ...html('<h1>Shop</h1>'),
            routes: {
              '/two': html('<script src="/app.js"></script>'),
              '/app.js': { headers: [['content-type', 'text/javascript']], body: 'document.title = "ran"' },
            },
          },
          http: html('<h1>Open</h1>'),
        },
        { host: 'expired.test', certificate: { notAfter: new Date(Date.now() - 86_400_000) } },
      ],
      records: [`${PRIVATE} A 10.1.2.3`],
    });
  });
  afterAll(() => lab.close());

  it('loads a page, its scripts and a second one with a fresh profile, through the guard', async () => {
    const url = lab.url('shop.test', '/two');
    const session = await openIn(lab, url);
    await session.page.goto(url);
    expect(await session.page.title()).toBe('ran');
    await session.page.evaluate(() => localStorage.setItem('a', 'b'));
    const second = await session.fresh();
    await second.page.goto(url);
    expect(await second.page.evaluate(() => localStorage.getItem('a'))).toBeNull();
    const inside = await session.page.context().browser()?.newBrowserCDPSession();
    const targets = (await inside?.send('Target.getTargets'))?.targetInfos ?? [];
    // Two pages and none of the browser's own, which cost more than they.
    expect(targets.map((target) => target.url)).toEqual([url, url]);
    expect(session.spent()).toMatchObject({ requests: expect.any(Number) as number });
    expect(session.spent().requests).toBeGreaterThanOrEqual(4);
    expect(lab.site('shop.test').requests.some(({ path }) => path === '/app.js')).toBe(true);
    await session.page.goto(lab.site('shop.test').httpUrl());
    expect(await session.page.textContent('h1')).toBe('Open');
    await session.close();
    await expect(session.page.goto(url)).rejects.toThrow();
    expect(session.refused()).toEqual([]);
  });

  it.runIf(process.getuid?.() === 0)('runs as root where only root may reach it', async () => {
    const closed = await mkdtemp(path.join(tmpdir(), 'palisade-closed-'));
    await symlink(found?.executable ?? '', path.join(closed, 'chromium'));
    const browser = { ...(found as FoundBrowser), executable: path.join(closed, 'chromium') };
    const { pid, sandboxed, kill } = await launchBrowser(browser);
    expect(sandboxed).toBe(false);
    expect((await stat(`/proc/${pid}`)).uid).toBe(0);
    await kill();
    await rm(closed, { recursive: true });
  });

  it('reports what the guard refused', async () => {
    if (!found) throw new Error('no browser');
    const url = lab.url('shop.test');
    const session = await openSession({ browser: found, policy: lab.policy, url, guardJudges: true });
    await expect(session.page.goto(`https://${PRIVATE}/`)).rejects.toThrow();
    await expect(session.page.goto(`http://${PRIVATE}/`)).rejects.toThrow();
    await expect(session.page.goto(lab.url('expired.test'))).rejects.toThrow();
    const reasons = session.refused().map(({ url, reason }) => `${new URL(url).hostname}: ${reason}`);
    expect(reasons).toEqual([
      expect.stringMatching(/^inside\.test: .*private/u),
      expect.stringMatching(/^inside\.test: .*private/u),
      expect.stringMatching(/^expired\.test: .*certificate is not trusted/u),
    ]);
    await session.close();
  });
});
