import { createHash } from 'node:crypto';
import type { PageSession } from '../devtools/target-session.ts';
import { BROWSER_LIMITS, type BrowserEvidence } from '@palisade/scanner/evidence/browser';

const SCALE = 0.5;
const QUALITY = 45;

/** What a visitor sees first, at half size. @returns null if no picture can be taken */
export async function takeScreenshot(cdp: PageSession): Promise<BrowserEvidence['screenshot']> {
  try {
    const { cssVisualViewport: view } = await cdp.send('Page.getLayoutMetrics');
    const [width, height] = [Math.round(view.clientWidth), Math.round(view.clientHeight)];
    const { data } = await cdp.send('Page.captureScreenshot', {
      format: 'jpeg',
      quality: QUALITY,
      optimizeForSpeed: true,
      clip: { x: 0, y: 0, width, height, scale: SCALE },
    });
    const bytes = Buffer.from(data, 'base64');
    return {
      sha256: createHash('sha256').update(bytes).digest('hex'),
      media: 'image/jpeg',
      bytes: bytes.length,
      width: Math.round(width * SCALE),
      height: Math.round(height * SCALE),
      data: bytes.length <= BROWSER_LIMITS.screenshot ? data : null,
    };
  } catch {
    return null;
  }
}
