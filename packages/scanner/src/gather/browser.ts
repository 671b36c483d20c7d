import type { BrowserEvidence } from '../evidence/browser.ts';
import { missing, type Gathered } from '../evidence/gathered.ts';
import type { Target } from '../target.ts';
import { missingFrom } from './missing-from.ts';

/** Visits the target with a browser. Whatever goes wrong with the browser is our fault. */
export type VisitInBrowser = (target: Target, signal: AbortSignal) => Promise<Gathered<BrowserEvidence>>;

/** What is left of a scan's time for judging, when a browser uses up the rest. */
const FOR_JUDGING_MS = 2_500;

/**
 * Begins the visit. It ends soon enough before the scan's deadline that the report arrives in time without it.
 * @returns never rejects
 */
export async function visitInTime(
  visit: VisitInBrowser,
  target: Target,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Gathered<BrowserEvidence>> {
  const end = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Gathered<BrowserEvidence>>((resolve) => {
    const finish = (): void =>
      resolve(missing('timeout', 'us', 'the browser did not finish before the report was due'));
    timer = setTimeout(finish, Math.max(0, timeoutMs - FOR_JUDGING_MS));
  });
  try {
    return await Promise.race([visit(target, AbortSignal.any([signal, end.signal])).catch(missingFrom), late]);
  } finally {
    clearTimeout(timer);
    end.abort();
  }
}
