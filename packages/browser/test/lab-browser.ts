import { startLab, type Lab, type LabOptions } from '@palisade/lab/lab';
import { findBrowser, type FoundBrowser } from '../src/find-browser.ts';
import type { Budget } from '../src/budget.ts';
import { openSession, type OpenSession } from '../src/session.ts';

/** SCAN_BROWSER names another browser to test: for example the headless shell from npm instead of the installed one. */
export const found: FoundBrowser | null = await findBrowser(process.env['SCAN_BROWSER'] ?? 'auto');

/** Says in one line what is missing; a continuous-integration run must not skip. */
export function browserOrSkip(): boolean {
  if (found) return true;
  if (process.env['CI']) throw new Error('chromium is missing and CI allows no skip');
  console.log('skipped: needs a browser (Debian: apt-get install chromium)');
  return false;
}

export function openIn(lab: Lab, url: string, budget: Partial<Budget> = {}): Promise<OpenSession> {
  if (!found) throw new Error('no browser');
  return openSession({ browser: found, policy: lab.policy, url, budget: { wallMs: 60_000, cpuMs: 60_000, ...budget } });
}

export { startLab, type Lab, type LabOptions };
