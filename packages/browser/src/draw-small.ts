import type { PageSession } from './devtools/target-session.ts';

/** The window of each page, in its own pixels. */
export const VIEWPORT = { width: 1280, height: 800 };
const SCALE = 0.1;

/**
 * Draws a page at a tenth of its size, as DevTools do when a device does not fit into their window. The page cannot notice:
 * its pixels, frames and observers remain those of the whole window. For pages whose picture is not taken.
 */
export async function drawSmall(cdp: PageSession): Promise<void> {
  const { width, height } = VIEWPORT;
  await cdp.send('Emulation.setDeviceMetricsOverride', {
    ...VIEWPORT,
    screenWidth: width,
    screenHeight: height,
    deviceScaleFactor: 1,
    mobile: false,
    screenOrientation: { type: 'landscapePrimary', angle: 0 },
    scale: SCALE,
  });
}
