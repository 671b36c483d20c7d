import type { BrowserContextOptions } from 'playwright-core';
import { browserOrSkip, found } from '../../test/lab-browser.ts';
import { drawSmall, VIEWPORT } from '../draw-small.ts';
import { launchBrowser, type LaunchedBrowser } from '../launch.ts';
import type { BrowserSession } from '../session.ts';

export { browserOrSkip };

export interface SharedBrowser extends LaunchedBrowser {
  proxy: string;
  close: () => Promise<void>;
}

export async function openBrowser(proxy: string): Promise<SharedBrowser> {
  if (!found) throw new Error('no browser');
  const launched = await launchBrowser(found);
  return { ...launched, proxy, close: launched.kill };
}

/** Pages of one shared browser, each with its own profile. Drawing one at its full size, and its picture, cost a fifth of its load. */
export async function openSession(
  shared: SharedBrowser,
  url: string,
  deadline = AbortSignal.timeout(60_000),
  options: Pick<BrowserContextOptions, 'serviceWorkers'> = { serviceWorkers: 'block' },
  pictured = false,
): Promise<BrowserSession> {
  const context = await shared.browser.newContext({
    ...options,
    proxy: { server: shared.proxy, bypass: '<-loopback>' },
    acceptDownloads: false,
    ignoreHTTPSErrors: true,
    viewport: VIEWPORT,
  });
  const page = await context.newPage();
  const cdp = await shared.devtools.sessionTo(page);
  if (!pictured) await drawSmall(cdp);
  return {
    page,
    pictured,
    cdp,
    devtools: shared.devtools,
    url,
    deadline,
    leftMs: () => 60_000,
    refused: () => [],
    fresh: () => openSession(shared, url, deadline, options, false),
    close: () => context.close(),
  };
}
