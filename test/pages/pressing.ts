import { expect, it } from 'vitest';
import type { Running } from './running.ts';

/** The two buttons of the scan, pressed as people press them. The server has little to do with it: once is enough. */
export function pressing(running: () => Running): void {
  it('is started and stopped once by a double click or a held key, and starts again with the token that Stop gave back', async () => {
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
    // What comes before the key is up is a repetition.
    for (let time = 0; time < 5; time += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    expect([asked, await scanning()]).toEqual([1, true]);
    await page.waitForSelector('.parts .in');

    // Another address while the first is scanned: its progress is shown, and only its report comes.
    await page.fill('#url', 'https://slow.test/other');
    await page.press('#url', 'Enter');
    await page.waitForSelector('.parts .in');
    expect(await page.textContent('#progress p')).toContain('https://slow.test/other');
    // Left and come back to, from the cache or not: nothing runs, and everything can be begun.
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
