import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityFaults } from './axe.ts';
import { widerThanScreen, type Running } from './running.ts';

const DESK = { width: 1200, height: 900 };
const PHONE = { width: 320, height: 640 };

interface State {
  name: string;
  viewport: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  forcedColors?: 'active' | 'none';
}

/** States that one page can be in, one after the other. */
const STATES: readonly State[] = [
  { name: 'light', viewport: DESK },
  { name: 'dark', viewport: DESK, colorScheme: 'dark' },
  { name: 'forced colors', viewport: DESK, forcedColors: 'active' },
  // WCAG 1.4.4: a window of 1280 pixels at 200 %.
  { name: '200 %', viewport: { width: 640, height: 450 } },
  // WCAG 1.4.10: 320 CSS pixels, which is also 1280 pixels at 400 %.
  { name: '320 pixels wide', viewport: PHONE },
];

/** Checked by axe, by width and by keyboard. `report` is the path of one. */
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
  const lookAt = async (page: Page, at: string, { name, ...state }: State) => {
    const { viewport, colorScheme = 'light', forcedColors = 'none' } = state;
    if (at === report()) await openAll(page);
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, forcedColors });
    const faults = await accessibilityFaults(page);
    counts[name] = (counts[name] ?? 0) + faults.length;
    expect([name, at, faults]).toEqual([name, at, []]);
    expect([name, at, await widerThanScreen(page)]).toEqual([name, at, false]);
  };

  // Six minutes for a busy machine; a quiet one needs twenty seconds.
  it(
    'has no accessibility fault and no horizontal scrolling, in all color schemes and sizes',
    {
      timeout: 360_000,
    },
    async () => {
      const context = await running().browser.newContext({ viewport: DESK, locale: 'hi-IN' });
      for await (const [at, page] of opened(context)) for (const state of STATES) await lookAt(page, at, state);
      await context.close();
      console.log(`axe on ${PAGES('').length} pages: ${JSON.stringify(counts)}`);
    },
  );

  it('has none in Hindi either, at 320 pixels', { timeout: 240_000 }, async () => {
    const context = await running().browser.newContext({ viewport: PHONE });
    const url = running().stack.baseUrl;
    await context.addCookies([{ name: 'palisade_language', value: 'hi', url }]);
    const hindi = { name: 'Hindi, 320 pixels wide', viewport: PHONE };
    for await (const [at, page] of opened(context)) await lookAt(page, at, hindi);
    await context.close();
  });

  it('can be used by keyboard: skip link first, focus always visible', { timeout: 240_000 }, async () => {
    const context = await running().browser.newContext({ viewport: DESK });
    for await (const [at, page] of opened(context)) {
      await page.keyboard.press('Tab');
      expect([at, await page.evaluate(() => document.activeElement?.className)]).toEqual([at, 'skip']);
      const stops = await page.evaluate(
        () => document.querySelectorAll('a[href], button, input, select, summary').length,
      );
      for (let stop = 0; stop < Math.min(stops, 14); stop += 1) {
        await page.keyboard.press('Tab');
        expect([at, stop, await focusSeen(page)]).toEqual([at, stop, true]);
      }
    }
    await context.close();
  });

  /**
   * Visits each page in turn, all in one tab: a tab for each would cost Chromium a process, which
   * is more than checking the page.
   */
  async function* opened(context: BrowserContext): AsyncGenerator<[at: string, page: Page]> {
    const page = await context.newPage();
    for (const at of PAGES(report())) {
      await page.goto(new URL(at, running().stack.baseUrl).href);
      yield [at, page];
    }
  }
}

/** The focused element is on the screen, with an outline or border that shows the focus. */
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
