import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { renderMessage } from '../../packages/mail/src/message.tsx';
import { sampleMail, TEMPLATES } from '../../packages/mail/src/test/sample-mails.ts';
import { accessibilityFaults } from './axe.ts';
import { widerThanScreen, type Running } from './running.ts';

/** Every message as a mail program with a browser engine shows it, in light and dark mode, on a phone. */
export function mailRendering(running: () => Running): void {
  describe.each(['light', 'dark'] as const)('a message in %s mode', (colorScheme) => {
    it('follows that scheme everywhere, is readable, and no wider than a phone', { timeout: 240_000 }, async () => {
      const page = await running().browser.newPage({ viewport: { width: 360, height: 740 }, colorScheme });
      for (const name of TEMPLATES) {
        const { html } = await renderMessage(sampleMail(name), 'Palisade');
        await page.setContent(html);
        // Landmarks and headings are for pages: mail programs add their own.
        const faults = (await accessibilityFaults(page)).filter((fault) => !/^(region|landmark)/.test(fault));
        expect([name, faults]).toEqual([name, []]);
        expect([name, await widerThanScreen(page)]).toEqual([name, false]);
        const bright = await brightPart(page);
        if (colorScheme === 'dark') expect([name, bright < 0.1]).toEqual([name, true]);
        else expect([name, bright > 0.7]).toEqual([name, true]);
      }
      await page.close();
    });
  });
}

/** The share of the screenshot, 0 to 1, that is brighter than middle grey. */
async function brightPart(page: Page): Promise<number> {
  const shot = (await page.screenshot()).toString('base64');
  return await page.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let bright = 0;
    for (let at = 0; at < data.length; at += 4) {
      bright += (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0) > 384 ? 1 : 0;
    }
    return (bright * 4) / data.length;
  }, shot);
}
