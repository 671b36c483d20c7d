import { startLab, type Lab } from '@palisade/lab/lab';
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

  it.each(['light', 'dark'] as const)('shows queue health and live workers (%s)', async (colorScheme) => {
    const { page, complaints } = await open('/ops', { width: 390, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.waitForSelector('.card');
    expect(await page.textContent('[role=status]')).toMatch(/All queues keep up · \d+ workers alive/);
    expect(await page.locator('.card').count()).toBeGreaterThan(5);
    expect(await page.textContent('table')).toMatch(/scan.*alive/s);
    expect(await widerThanScreen(page)).toBe(false);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('drills down to a job in the browser of jobs', async () => {
    const { page } = await open('/ops/queues/queue/scan?status=completed', { width: 1200, height: 800 });
    await page.waitForSelector('text=scanId', { timeout: 10_000 });
    await page.close();
  });
});
