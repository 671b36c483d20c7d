import { startPageWorld, type PageWorld } from '@palisade/lab/pages/page-world';
import { describeInventory, diffInventories } from '@palisade/report/inventory-changes';
import type { BrowserSection } from '@palisade/report/sections/browser';
import { judgeBrowser } from '@palisade/scanner/judge-browser';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openBrowser, openSession, type SharedBrowser } from './open-session.fixture.ts';
import { observeSite } from './observe-site.ts';

const HOST = 'unproven.test';
const URL_OF_PAGE = `https://${HOST}/checkout`;

describe.skipIf(!browserOrSkip())('the inventory of a payment page without a proven policy', () => {
  let world: PageWorld;
  let browser: SharedBrowser;
  let total = 5;
  const look = async (): Promise<BrowserSection> => {
    const session = await openSession(browser, URL_OF_PAGE);
    const seen = await observeSite(session, { url: URL_OF_PAGE, host: HOST, registrableDomain: HOST, pages: 0 });
    await session.close();
    return judgeBrowser(seen, new Date(0));
  };
  beforeAll(async () => {
    world = await startPageWorld({
      [HOST]: {
        '/checkout': {
          headers: { 'content-security-policy': "base-uri 'self'; report-uri /report" },
          body: () => {
            const nonce = randomBytes(12).toString('base64');
            // Each load asks another host, which no policy can name.
            return `<!doctype html><title>Pay</title><input autocomplete=cc-number>
<script nonce="${nonce}">window.csrf = "${nonce}"; window.total = ${total}</script>
<script nonce="${nonce}">fetch('https://a' + Math.random().toString(36).slice(2) + '.test/').catch(() => 0)</script>`;
          },
        },
      },
    });
    browser = await openBrowser(world.proxy);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it('compares scripts that differ in each load by what stays the same', async () => {
    const approved = await look();
    const [page] = approved.pages;
    expect(page?.policies.find(({ header }) => /^Content-Security/iu.test(header))?.proven).toBe(false);
    expect(page?.scripts.map(({ varies }) => varies)).toEqual([expect.stringMatching(/^.{64}$/u), undefined]);
    expect(diffInventories(approved, await look()).map(describeInventory)).toEqual([]);
    total = 6;
    expect(diffInventories(approved, await look())).toHaveLength(2);
    // Violations of policies on trial are not the site's.
    expect(page?.policies[0]?.value).toContain('report-uri /report');
    expect(world.requests.filter(({ url }) => url.endsWith('/report'))).toEqual([]);
  });
});
