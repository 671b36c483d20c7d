import { readScanConfig } from '@palisade/config/scan-config';
import { missing } from '@palisade/scanner/evidence/gathered';
import type { VisitInBrowser } from '@palisade/scanner/gather/browser';
import type { EgressPolicy } from '@palisade/scanner/gather/net/egress';
import { parseTarget } from '@palisade/scanner/parse-target';
import { furtherPages } from '@palisade/scanner/parse/further-pages';
import { line } from '../terminal/shown.ts';
import { warn } from '../terminal/write.ts';

export interface BrowserHere {
  /** Added to a scan's deadline. */
  timeMs: number;
  /** @throws TargetRefused if a further page does not belong to the target's site */
  admit: (target: string, policy: EgressPolicy) => void;
  visit: (policy: EgressPolicy) => VisitInBrowser;
}

const WHY_NONE =
  'there is no browser: install Chromium, run "npm run browser:install" in Palisade\'s folder, or set SCAN_BROWSER';

/** @param pages further pages of each site, or how many to find */
export async function browserHere(pages: readonly string[] | number): Promise<BrowserHere> {
  const { SCAN_BROWSER } = readScanConfig();
  const pagesOf = (url: string) => (typeof pages === 'object' ? furtherPages(url, pages) : pages);
  const admit: BrowserHere['admit'] = (target, policy) => void pagesOf(parseTarget(target, policy).url);
  const library = await loadLibrary();
  const browser = await library?.findBrowser(SCAN_BROWSER);
  if (!library || !browser) {
    const why = SCAN_BROWSER === 'off' ? 'SCAN_BROWSER is off' : WHY_NONE;
    warn(line`The browser part was not assessed: ${why}`);
    return { timeMs: 0, admit, visit: () => async () => missing('not_applicable', 'us', why) };
  }
  return {
    timeMs: library.visitMs(pages),
    admit,
    visit: (policy) => (target, signal) =>
      library.visitSite({ ...target, pages: pagesOf(target.url) }, { browser, policy, signal }),
  };
}

/** Not in the single-file command line, which uses playwright-core if it is installed. */
async function loadLibrary() {
  try {
    const [{ findBrowser }, { visitSite, visitMs }] = await Promise.all([
      import('@palisade/browser/find-browser'),
      import('@palisade/browser/visit-site'),
    ]);
    return { findBrowser, visitSite, visitMs };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  }
}
