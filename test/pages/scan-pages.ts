import { expect, it } from 'vitest';
import { accessibilityFaults } from './axe.ts';
import { LAN_NAME, openPage, widerThanScreen, type Running } from './running.ts';

/** The start page: from an address to a report. */
export function scanPages(running: () => Running): void {
  const open = (at: string, viewport: { width: number; height: number }) => openPage(running(), at, viewport);

  it('scans by keyboard alone, on a phone, and reads the report', async () => {
    const { page, complaints } = await open('/', { width: 360, height: 740 });
    await page.focus('#url');
    await page.keyboard.type('shop.test');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.report');
    expect(new URL(page.url()).pathname).toMatch(/^\/r\/[\w-]+$/);
    // A screen reader announces the title first.
    expect(await page.title()).toBe('Security report for shop.test · Palisade');
    expect(await page.textContent('h1')).toMatch(/^Grade [A-F]\+?, \d+ of 100$/);
    // Reload, back and forward return to the same page.
    await page.reload();
    await page.goBack();
    expect(await page.inputValue('#url')).toBe('shop.test');
    await page.goForward();
    expect(await page.textContent('.report')).toContain('Content-Security-Policy');
    const finding = page.locator('details.finding:not([open])').first();
    await finding.locator('summary').first().focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('details.finding[open]').count()).toBeGreaterThan(0);
    expect(await widerThanScreen(page)).toBe(false);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('shows why there is no report', async () => {
    const { page } = await open('/', { width: 1000, height: 700 });
    await page.fill('#url', 'http://127.0.0.1/');
    await page.click('button[type=submit]');
    await page.waitForSelector('.failed');
    expect(await page.textContent('.failed')).toContain('not a public address');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('That did not work');
    await page.close();
  });

  it('takes a token from the link in an email', async () => {
    const { page } = await open('/#token=pal_scan_example', { width: 1000, height: 700 });
    expect(await page.inputValue('#credential')).toBe('pal_scan_example');
    expect(await page.isVisible('#credential')).toBe(true);
    expect(await page.textContent('#credential-kind')).toContain('one-time token');
    // The link opened in this tab, where the page is open already.
    await page.goto(new URL('/#token=pal_scan_another', running().stack.baseUrl).href);
    await page.waitForFunction(() => location.hash === '');
    expect(await page.inputValue('#credential')).toBe('pal_scan_another');
    await page.close();
  });

  it('stops on Stop, which starts nothing, and can be started again', async () => {
    const { page } = await open('/', { width: 1000, height: 700 });
    let asked = 0;
    await page.route('**/scan', async (route) => {
      asked += 1;
      await new Promise((resolve) => setTimeout(resolve, 2000));
      await route.abort().catch(() => undefined);
    });
    await page.fill('#url', 'shop.test');
    await page.click('#start');
    await page.click('#stop');
    // The focus is on Start again, but the key press on Stop did not trigger it.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('start');
    await page.waitForFunction(() => document.getElementById('announcer')?.textContent === 'The scan was stopped.');
    expect(asked).toBe(1);
    expect(await page.isVisible('#progress')).toBe(false);
    await page.unroute('**/scan');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.report');
    await page.close();
  });

  it('shows each part of the scan as the worker reports it', async () => {
    const { page } = await open('/', { width: 1000, height: 700 });
    // Recorded outside the page, which is left as soon as there is a report.
    await page.evaluate(() => {
      new MutationObserver((changes) => {
        for (const { target } of changes)
          if (target instanceof HTMLElement && target.classList.contains('in'))
            sessionStorage.setItem(target.dataset['part'] ?? '', 'in');
      }).observe(document.querySelector('.parts') as Element, { subtree: true, attributeFilter: ['class'] });
    });
    await page.fill('#url', 'slow.test');
    await page.click('#start');
    await page.waitForSelector('.report');
    const shown = await page.evaluate(() => Object.keys(sessionStorage));
    // The page itself is last and may be overtaken by the report.
    expect(shown).toEqual(expect.arrayContaining(['address', 'dns', 'tls']));
    // This browser requested it and may delete it; the URL alone does not allow that.
    const address = page.url();
    expect(new URL(address).search).toBe('');
    await page.getByRole('button', { name: 'Delete this report' }).click();
    await page.waitForSelector('#scan');
    await page.goto(address);
    expect(await page.textContent('.failed')).toContain('deleted by its owner');
    await page.close();
  });

  it('keeps a paid scan when the tab is closed, during the scan and just after it', { timeout: 240_000 }, async () => {
    const { stack, browser } = running();
    const made = await stack.cli('tokens', 'create', '--kind', 'one-time', '--email', 'closed@example.com');
    const context = await browser.newContext();
    // The link from the mail.
    const begin = async () => {
      const page = await context.newPage();
      await page.goto(`${stack.baseUrl}/#token=${made.stdout.trim()}`);
      await page.fill('#url', 'slow.test');
      return page;
    };
    const first = await begin();
    await first.click('#start');
    await first.waitForSelector('.parts .in');
    await first.close();

    // The scan was cancelled with the tab and cost nothing: the token works. This time the redirect to the report is blocked.
    const second = await begin();
    await second.route('**/r/**', async () => second.close());
    await expect
      .poll(
        async () => {
          // While the first scan is being cancelled, the token is in use.
          await second.click('#start', { timeout: 1000 }).catch(() => undefined);
          return second.isClosed();
        },
        { timeout: 60_000 },
      )
      .toBe(true);

    const third = await begin();
    await third.click('#start');
    await third.getByRole('link', { name: 'Open the report that this token paid for' }).click();
    await third.waitForSelector('.report');
    expect(await third.textContent('.report')).toContain('slow.test');
    const address = third.url();
    await third.reload();
    expect(await third.locator('.report .locked').count()).toBe(0);

    // The third and fourth time nothing is scanned or charged.
    const fourth = await begin();
    await fourth.press('#url', 'Enter');
    await fourth.getByRole('link', { name: 'Open the report that this token paid for' }).click();
    await fourth.waitForURL(address);
    await context.close();
  });

  it('offers plain http for a site that has no https', async () => {
    const { page } = await open('/?url=plain.test', { width: 1000, height: 700 });
    expect(await page.inputValue('#url')).toBe('plain.test');
    expect(await page.locator('#progress').isVisible()).toBe(false);
    await page.click('#start');
    await page.waitForSelector('.failed');
    await page.getByRole('link', { name: /Scan http:\/\/plain\.test\/ instead/ }).click();
    expect(await page.inputValue('#url')).toBe('http://plain.test/');
    await page.click('#start');
    await page.waitForSelector('.report');
    await page.close();
  });

  it('scans and shows errors without scripts', async () => {
    const context = await running().browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(running().stack.baseUrl);
    await page.fill('#url', 'shop.test');
    await page.click('#start');
    expect(await page.textContent('h1')).toMatch(/^Grade /);
    await page.goto(new URL('/nowhere', running().stack.baseUrl).href);
    expect(await page.textContent('h1')).toBe('Page not found');
    await context.close();
  });

  it('takes forms on plain http in a local network, where only their origin says whose they are', async () => {
    const context = await running().browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const address = new URL('/', running().stack.baseUrl);
    address.hostname = LAN_NAME;
    await page.goto(address.href);
    await page.fill('#url', 'shop.test');
    await page.click('#start');
    expect(await page.textContent('h1')).toMatch(/^Grade /);
    await page.goto(new URL('/account', address).href);
    await page.fill('input[type=email]', 'nobody@example.com');
    await page.press('input[type=email]', 'Enter');
    expect(await page.textContent('[role=status]')).toContain('sign-in link');
    await context.close();
  });
}
