import type { BrowserRequest } from '../../evidence/browser.ts';

/** Chromium's reasons for not sending a request at all: a policy of the page, or http from an https page. */
const UNSENT: ReadonlySet<string> = new Set(['csp', 'mixed-content']);

/** What the browser blocked contacted no one. Other failures come after the request. */
export function wasSent({ failed }: BrowserRequest): boolean {
  return failed === null || !UNSENT.has(failed);
}
