import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { makeTrustDatabase } from '../src/trust-database.ts';
import { found, type Lab } from './lab-browser.ts';

/** The control of canaries: the same browser without our guard and flags. It finds page.test at the address. */
export async function openUnguarded(lab: Lab, address: string): Promise<{ browser: Browser; close(): Promise<void> }> {
  if (!found) throw new Error('no browser');
  const home = await mkdtemp(path.join(tmpdir(), 'palisade-control-'));
  await makeTrustDatabase(home, lab.policy.extraCa ?? '');
  const browser = await chromium.launch({
    executablePath: found.executable,
    env: { ...process.env, HOME: home, ...found.env },
    args: [
      '--no-sandbox',
      '--disable-features=LocalNetworkAccessChecks',
      '--disable-popup-blocking',
      `--host-resolver-rules=MAP page.test ${address}`,
    ],
  });
  return {
    browser,
    async close() {
      await browser.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
