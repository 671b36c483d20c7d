import { expect, it } from 'vitest';
import type { Running } from './running.ts';

/** The scan's two buttons, pressed as people press them. The server hardly matters here: one run is enough. */
export function scanButtons(running: () => Running): void {
  it('starts and stops once on a double click or a held key, and starts again with the token that Stop returned', async () => {
    const { stack, browser } = running();
    const made = await stack.cli('tokens', 'create', '--kind', 'one-time', '--email', 'stopped@example.com');
    const page = await browser.newPage();
    let asked = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') asked += 1;
    });
    const begin = async () => {
      await page.goto(`${stack.baseUrl}/#token=${made.stdout.trim()}`);
      await page.fill('#url', 'slow.test');
      asked = 0;
    };
    const scanning = () => page.isVisible('#stop');
    await begin();
    await page.dblclick('#start');
    expect([asked, await scanning()]).toEqual([1, true]);
    await page.waitForSelector('.parts .in');
    await page.dblclick('#stop');
    expect([asked, await scanning()]).toEqual([1, false]);

    await begin();
    await page.focus('#url');
    // Key events before the key is released are repeats.
    for (let time = 0; time < 5; time += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    expect([asked, await scanning()]).toEqual([1, true]);
    await page.waitForSelector('.parts .in');

    // Another address while the first is being scanned: its progress is shown, and only its report appears.
    await page.fill('#url', 'https://slow.test/other');
    await page.press('#url', 'Enter');
    await page.waitForSelector('.parts .in');
    expect(await page.textContent('#progress p')).toContain('https://slow.test/other');
    // After leaving and returning, from the cache or not: nothing runs, and everything can be started.
    await page.goto(`${stack.baseUrl}/method`);
    await page.goBack();
    expect([await scanning(), await page.isVisible('#progress'), await page.isEnabled('#start')]).toEqual([
      false,
      false,
      true,
    ]);

    await begin();
    await page.click('#start');
    await page.waitForSelector('.parts .in');
    await page.click('#stop');
    await page.click('#start');
    await page.waitForSelector('.report');
    expect([asked, await page.locator('.failed').count()]).toEqual([2, 0]);
    await page.close();
  });
}
