import type { BrowserScript } from '../../evidence/browser.ts';

/** Reasons why a file from another site has no hash that browsers can check. */
export const NO_INTEGRITY: Readonly<Record<NonNullable<BrowserScript['unpinned']>, string>> = {
  'not-shared':
    'its server does not allow cross-origin reads (no Access-Control-Allow-Origin: *), so browsers cannot check a hash',
  unversioned: 'its URL has no version, so the file may change at any time',
  'by-script': 'another script adds it to the page, so only that script could set a hash',
  changed: 'it did not run with its hash, because the file differs between loads or from the code that ran',
  'not-tried': 'the scan did not try a hash, because time ran out or no policy worked',
};
