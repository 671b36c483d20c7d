import type { BrowserScript } from '../../evidence/browser.ts';

/** Why a file from another site has no hash that browsers could check. */
export const NO_INTEGRITY: Readonly<Record<NonNullable<BrowserScript['unpinned']>, string>> = {
  'not-shared':
    'its server does not share it with other sites (no Access-Control-Allow-Origin: *), so browsers cannot check a hash',
  unversioned: 'its address names no version: what it answers may change at any time',
  'by-script': 'another script puts it into the page: only that one could set a hash',
  changed: 'with its hash in place it did not run: its bytes differ from load to load, or from the text that ran',
  'not-tried': 'a hash was not tried on it: the time was over, or no policy held',
};
