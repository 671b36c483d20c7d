import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityFaults } from './axe.ts';
import { widerThanScreen, type Running } from './running.ts';

const DESK = { width: 1200, height: 900 };

const HINDI = '320 pixels wide, in Hindi';

const STATES: ReadonlyArray<readonly [name: string, options: BrowserContextOptions]> = [
  ['light', { viewport: DESK }],
  ['dark, Hindi offered', { viewport: DESK, colorScheme: 'dark', locale: 'hi-IN' }],
  ['forced colours', { viewport: DESK, forcedColors: 'active' }],
  // WCAG 1.4.4: a window of 1280 pixels at 200 %.
  ['200 %', { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 }],
  // WCAG 1.4.10: 320 CSS pixels, which is also 1280 pixels at 400 %.
  [HINDI, { viewport: { width: 320, height: 640 } }],
];

/** Looked at by axe, by width and by keyboard. `report` is the path of one. */
const PAGES = (report: string) => [
  '/',
  report,
  `${report}/changes?since=${report}`,
  '/checks',
  '/checks/tls/certificate-validity',
  '/leaderboard',
  '/site/shop.example',
  '/verify',
  '/open',
  '/method',
  '/pricing',
  '/compliance',
  '/terms',
  '/contact',
  '/account',
  '/changelog',
  '/docs',
  '/nowhere',
];

export function pageStates(running: () => Running, report: () => string): void {
  const counts: Record<string, number> = {};

  // A busy machine has three minutes for each state; a quiet one needs four seconds.
  it.each(STATES)(
    'has no accessibility fault and no sideways scrolling: %s',
    { timeout: 180_000 },
    async (state, options) => {
      counts[state] = 0;
      const context = await running().browser.newContext(options);
      if (state === HINDI) {
        const url = running().stack.baseUrl;
        await context.addCookies([{ name: 'palisade_language', value: 'hi', url }]);
      }
      for (const [at, page] of await opened(context)) {
        if (at === report()) await openAll(page);
        const faults = await accessibilityFaults(page);
        counts[state] += faults.length;
        expect([at, faults]).toEqual([at, []]);
        expect([at, await widerThanScreen(page)]).toEqual([at, false]);
        await page.close();
      }
      await context.close();
      console.log(`axe, ${state}: ${counts[state]} faults on ${PAGES('').length} pages`);
    },
  );

  it('is walked through by keyboard: the way to the content first, each stop seen', { timeout: 180_000 }, async () => {
    const context = await running().browser.newContext({ viewport: DESK });
    for (const [at, page] of await opened(context)) {
      await page.keyboard.press('Tab');
      expect([at, await page.evaluate(() => document.activeElement?.className)]).toEqual([at, 'skip']);
      const stops = await page.evaluate(
        () => document.querySelectorAll('a[href], button, input, select, summary').length,
      );
      for (let stop = 0; stop < Math.min(stops, 14); stop += 1) {
        await page.keyboard.press('Tab');
        expect([at, stop, await focusSeen(page)]).toEqual([at, stop, true]);
      }
      await page.close();
    }
    await context.close();
  });

  async function opened(context: BrowserContext): Promise<[string, Page][]> {
    const pages: [string, Page][] = [];
    for (const at of PAGES(report())) {
      const page = await context.newPage();
      await page.goto(new URL(at, running().stack.baseUrl).href);
      pages.push([at, page]);
    }
    return pages;
  }
}

/** What has the focus is on the screen, with an outline or a border of its own that shows it. */
async function focusSeen(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return true;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
  });
}

async function openAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
}
