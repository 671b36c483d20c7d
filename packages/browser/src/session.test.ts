import type { SiteAnswer } from '@palisade/lab/site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openIn, startLab, type Lab } from '../test/lab-browser.ts';

const html = (body: string): SiteAnswer => ({
  headers: [['content-type', 'text/html']],
  body: `<!doctype html><title>t</title>${body}`,
});
/** Resolves to an address that no page may ask. */
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
    expect(session.spent()).toMatchObject({ requests: expect.any(Number) as number });
    expect(session.spent().requests).toBeGreaterThanOrEqual(4);
    expect(lab.site('shop.test').requests.some(({ path }) => path === '/app.js')).toBe(true);
    await session.page.goto(lab.site('shop.test').httpUrl());
    expect(await session.page.textContent('h1')).toBe('Open');
    await session.close();
    await expect(session.page.goto(url)).rejects.toThrow();
    expect(session.refused()).toEqual([]);
  });

  it('says what the guard refused', async () => {
    const session = await openIn(lab, lab.url('shop.test'));
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
