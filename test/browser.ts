import { findBrowser } from '@palisade/browser/find-browser';
import { UNSEEN } from '@palisade/browser/launch-flags';
import { chromium, type Browser } from 'playwright-core';

const found = await findBrowser(process.env['SCAN_BROWSER'] ?? 'auto');

/** Prints in one line what is missing; continuous integration must not skip. */
export function browserOrSkip(): boolean {
  if (found) return true;
  if (process.env['CI']) throw new Error('chromium is missing and CI allows no skip');
  console.log('skipped: needs a browser (Debian: apt-get install chromium)');
  return false;
}

/** A headless browser that connects only to the pages under test. */
export async function openBrowser(...more: readonly string[]): Promise<Browser> {
  return chromium.launch({
    ...(found && { executablePath: found.executable, env: { ...process.env, ...found.env } }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-default-apps',
      `--disable-features=${UNSEEN.join(',')}`,
      ...more,
    ],
  });
}
