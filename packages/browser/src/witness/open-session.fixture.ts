import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core';
import { browserOrSkip, found } from '../../test/lab-browser.ts';
import { UNSEEN } from '../launch-flags.ts';
import type { BrowserSession } from '../session.ts';

export { browserOrSkip };

export async function openBrowser(proxy: string): Promise<Browser> {
  return chromium.launch({
    ...(found ? { executablePath: found.executable, env: { ...process.env, ...found.env } } : {}),
    proxy: { server: proxy, bypass: '<-loopback>' },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      `--disable-features=${['LocalNetworkAccessChecks', ...UNSEEN].join(',')}`,
    ],
  });
}

/** Pages of one shared browser, each with a profile of its own. */
export async function openSession(
  browser: Browser,
  url: string,
  deadline = AbortSignal.timeout(60_000),
  options: Pick<BrowserContextOptions, 'serviceWorkers'> = { serviceWorkers: 'block' },
): Promise<BrowserSession> {
  const context = await browser.newContext({
    ...options,
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
    fresh: () => openSession(browser, url, deadline, options),
    close: () => context.close(),
  };
}
