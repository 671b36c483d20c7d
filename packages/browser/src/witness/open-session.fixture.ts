import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import type { BrowserSession } from '../session.ts';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = PATHS.find(existsSync);

/** Says in one line what is missing; a continuous-integration run must not skip. */
export function browserOrSkip(): boolean {
  if (executablePath) return true;
  if (process.env['CI']) throw new Error('chromium is missing and CI allows no skip');
  console.log('skipped: needs a browser (Debian: apt-get install chromium)');
  return false;
}

export async function openBrowser(proxy: string): Promise<Browser> {
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    proxy: { server: proxy, bypass: '<-loopback>' },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-features=LocalNetworkAccessChecks',
    ],
  });
}

/** Pages of one shared browser, each with a profile of its own. */
export async function openSession(
  browser: Browser,
  url: string,
  deadline = AbortSignal.timeout(60_000),
): Promise<BrowserSession> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    acceptDownloads: false,
    ignoreHTTPSErrors: true,
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  return {
    page,
    cdp,
    url,
    deadline,
    leftMs: () => 60_000,
    refused: () => [],
    fresh: () => openSession(browser, url, deadline),
    close: () => context.close(),
  };
}
