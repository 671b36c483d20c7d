import { startLab, type Lab } from '@palisade/lab/lab';
import type { OpsHealth } from '@palisade/ops/ops-health';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openBrowser } from './browser.ts';
import { startStack, type Stack } from './stack.ts';

describe.runIf(browserOrSkip())('pages in a real browser', () => {
  let lab: Lab;
  let stack: Stack;
  let browser: Browser;
  beforeAll(async () => {
    lab = await startLab({ sites: [{ host: 'shop.test' }] });
    [stack, browser] = await Promise.all([startStack({ env: lab.env }), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
    await lab?.close();
  });

  const open = async (
    path: string,
    viewport: { width: number; height: number },
  ): Promise<{ page: Page; complaints: string[] }> => {
    const page = await browser.newPage({ viewport });
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(new URL(path, stack.baseUrl).href);
    return { page, complaints };
  };
  const widerThanScreen = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

  it('scans by keyboard alone, on a phone, and reads the report', async () => {
    const { page, complaints } = await open('/', { width: 360, height: 740 });
    await page.focus('#url');
    await page.keyboard.type('shop.test');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.report');
    // The verdict has the focus, so that a screen reader says it and Tab goes on from there.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Grade [A-F]\+?, \d+ of 100$/);
    expect(await page.textContent('.report')).toContain('Content-Security-Policy');
    const finding = page.locator('details.finding:not([open])').first();
    await finding.locator('summary').first().focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('details.finding[open]').count()).toBeGreaterThan(0);
    expect(await widerThanScreen(page)).toBe(false);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('says why there is no report', async () => {
    const { page } = await open('/', { width: 1000, height: 700 });
    await page.fill('#url', 'http://127.0.0.1/');
    await page.click('button[type=submit]');
    await page.waitForSelector('.failed');
    expect(await page.textContent('.failed')).toContain('not a public address');
    await page.close();
  });

  it('takes a token from the link in an e-mail', async () => {
    const { page } = await open('/#token=pal_once_example', { width: 1000, height: 700 });
    expect(await page.inputValue('#token')).toBe('pal_once_example');
    await page.close();
  });

  describe('the page of the operator', () => {
    /** Looks as the given service would; nothing else of the page is changed. */
    const pretend = (page: Page, change: (health: OpsHealth) => void) =>
      page.route('**/ops/api/health', async (route) => {
        const response = await route.fetch();
        const health = (await response.json()) as OpsHealth;
        change(health);
        await route.fulfill({ response, json: health });
      });

    it.each(['light', 'dark'] as const)(
      'says on a phone that all is well, and who is at work (%s)',
      async (colorScheme) => {
        const { page, complaints } = await open('/ops', { width: 390, height: 800 });
        await page.emulateMedia({ colorScheme });
        await page.waitForSelector('.card');
        expect(await page.textContent('[role=status]')).toMatch(/^All queues keep up · \d+ workers alive$/);
        expect(await page.getByRole('region', { name: 'Queue scan', exact: true }).textContent()).toMatch(/\d+ done/);
        expect(await page.locator('.quiet li').count()).toBeGreaterThan(0);
        const row = page.getByRole('table', { name: 'Workers' }).getByRole('row', { name: /^scan / });
        expect(await row.getByRole('cell', { name: 'alive' }).count()).toBe(1);
        expect(await widerThanScreen(page)).toBe(false);
        expect(complaints).toEqual([]);
        await page.close();
      },
    );

    it('names what is behind, silent or given up, in words, and in the title of its tab', async () => {
      const { page } = await open('/ops', { width: 1000, height: 800 });
      await pretend(page, (health) => {
        Object.assign(health.queues?.[0] ?? {}, { waiting: 36, oldestWaitingMs: 8_200 });
        const [mail] = health.workers?.filter(({ kind }) => kind === 'mail') ?? [];
        Object.assign(mail ?? {}, { alive: false, seenAt: new Date(Date.parse(health.at) - 60_000).toISOString() });
        health.failedDeliveries = [
          { id: 'm1', what: 'e-mail x', attempts: 9, error: 'refused', at: health.at, again: null },
        ];
      });
      await page.waitForSelector('.verdict');
      expect(await page.textContent('[role=status]')).toMatch(/^scan, mail do not keep up · \d+ workers alive$/);
      expect(await page.locator('.verdict li').allTextContents()).toEqual([
        'scan is far behind: the oldest of 36 has waited 8.2 s',
        'mail has no live worker',
        '1 delivery given up',
      ]);
      expect(await page.title()).toContain('scan, mail do not keep up');
      expect(await page.getByRole('cell', { name: 'silent for 1 min 0 s' }).count()).toBe(1);
      await page.close();
    });

    it('says that the service is gone, from when its figures are, and finds it again by itself', async () => {
      const { page } = await open('/ops', { width: 1000, height: 800 });
      await page.waitForSelector('.card');
      await page.route('**/ops/api/health', (route) => route.abort());
      const alert = page.getByRole('alert');
      await alert.waitFor();
      expect(await alert.textContent()).toMatch(/cannot be reached\. What is shown below was seen at .*Trying again/);
      expect(await page.textContent('[role=status]')).toBe('Not reachable');
      await page.unroute('**/ops/api/health');
      await alert.waitFor({ state: 'detached' });
      expect(await page.textContent('[role=status]')).toContain('All queues keep up');
      await page.close();
    });

    it.each([
      [401, 'OPS_TOKEN is not the one this page was opened with'],
      [500, 'the service answered 500'],
    ])('has no figures to show when the first look is answered %i, and says so', async (status, why) => {
      const page = await browser.newPage();
      await page.route('**/ops/api/health', (route) => route.fulfill({ status, json: {} }));
      await page.goto(new URL('/ops', stack.baseUrl).href);
      expect(await page.getByRole('alert').textContent()).toContain(why);
      expect(await page.getByRole('alert').textContent()).toContain('There is nothing to show yet');
      expect(await page.locator('.card').count()).toBe(0);
      await page.close();
    });

    it('is left from by keyboard, into the jobs of a queue', async () => {
      const { page } = await open('/ops', { width: 1000, height: 800 });
      await page.waitForSelector('.card');
      const focused = () => page.evaluate(() => document.activeElement?.textContent);
      const seen: unknown[] = [];
      while (seen.length < 8 && seen.at(-1) !== 'scan') {
        await page.keyboard.press('Tab');
        seen.push(await focused());
      }
      expect(seen).toEqual(['Jobs', 'Metrics', 'Pause updates', 'scan']);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/ops/queues/queue/scan');
      await page.close();
    });
  });

  it('drills down to a job in the browser of jobs, with what was logged while it ran', async () => {
    const { page } = await open('/ops/queues/queue/scan?status=completed', { width: 1200, height: 800 });
    await page.waitForSelector('text=scanId', { timeout: 10_000 });
    await page.getByRole('tab', { name: 'Logs' }).first().click();
    await page.waitForSelector('text=/info scan done scanId=.* grade=/', { timeout: 10_000 });
    await page.close();
  });
});
