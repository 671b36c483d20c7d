import type { BrowserContext, Page } from 'playwright-core';
import type { PageSession } from './devtools/target-session.ts';

/** Closes dialogs, pop-ups, downloads and service workers as they appear, and stops a page that leaves the web. */
export async function keepQuiet(context: BrowserContext, page: Page, cdp: PageSession): Promise<void> {
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
  context.on('page', (other) => {
    if (other !== page) void other.close().catch(() => undefined);
  });
  page.on('download', (download) => void download.cancel().catch(() => undefined));
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { scopeURL, isDeleted } of registrations) {
      if (isDeleted) continue;
      void cdp.send('ServiceWorker.unregister', { scopeURL }).catch(() => undefined);
      void cdp.send('ServiceWorker.stopAllWorkers').catch(() => undefined);
    }
  });
  await Promise.all([
    cdp.send('ServiceWorker.enable'),
    cdp.send('Network.enable'),
    cdp.send('Network.setBypassServiceWorker', { bypass: true }),
    cdp.send('Page.enable'),
  ]);
}
