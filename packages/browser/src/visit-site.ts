import type { BrowserEvidence } from '@palisade/scanner/evidence/browser';
import { have, missing, type Gathered } from '@palisade/scanner/evidence/gathered';
import { createEgress } from '@palisade/scanner/gather/net/create-egress';
import type { EgressPolicy } from '@palisade/scanner/gather/net/egress';
import { BrowserFault } from './browser-fault.ts';
import { budgetOf, type Budget } from './budget.ts';
import type { FoundBrowser } from './find-browser.ts';
import { openSession, type OpenSession } from './session.ts';
import { READS_DATABASE } from './trust-database.ts';
import { NoAnswer, NoPage } from './observe/no-page.ts';
import { observeSite, type VisitTarget } from './observe/observe-site.ts';

export interface VisitOptions {
  browser: FoundBrowser;
  policy: EgressPolicy;
  budget?: Partial<Budget>;
  signal: AbortSignal;
  /** Called with the cost of the visit, whatever its result. */
  onCost?: (cost: ReturnType<OpenSession['spent']>) => void;
  onFault?: (error: unknown) => void;
}

/** Maximum time of a visit with this many further pages. */
export function visitMs(pages: VisitTarget['pages']): number {
  return budgetOf(pagesIn(pages)).wallMs;
}

function pagesIn(pages: VisitTarget['pages']): number {
  return 1 + (typeof pages === 'number' ? pages : pages.length);
}

/**
 * Visits one site in a separate browser, and ends the browser.
 * @returns the evidence, or why there is none: never a fault of the site, never an exception
 */
export async function visitSite(target: VisitTarget, options: VisitOptions): Promise<Gathered<BrowserEvidence>> {
  const { browser, policy } = options;
  const guardJudges = policy.extraCa !== undefined && (!READS_DATABASE || unread.has(browser.executable));
  const seen = await visitOnce(target, options, guardJudges);
  if (guardJudges || policy.extraCa === undefined || seen.ok || !UNKNOWN_ISSUER.test(seen.reason)) return seen;
  if (!(await trustedByUs(target.url, options))) return seen;
  unread.add(browser.executable);
  return visitOnce(target, options, true);
}

/** Chromium's code for a chain that ends in none of the roots it knows. */
const UNKNOWN_ISSUER = /\bERR_CERT_AUTHORITY_INVALID\b/u;
/** Browsers on this machine that do not read the database with the operator's roots. */
const unread = new Set<string>();

async function trustedByUs(url: string, { policy, signal }: VisitOptions): Promise<boolean> {
  const egress = createEgress(policy);
  try {
    const { hostname, port } = new URL(url);
    const socket = await egress.connectTls({
      host: hostname.replace(/^\[|\]$/gu, ''),
      port: Number(port || 443),
      signal,
    });
    return socket.authorized;
  } catch {
    return false;
  } finally {
    egress.close();
  }
}

async function visitOnce(
  target: VisitTarget,
  options: VisitOptions,
  guardJudges: boolean,
): Promise<Gathered<BrowserEvidence>> {
  const { browser, policy, signal } = options;
  let session: OpenSession | undefined;
  try {
    session = await openSession({
      browser,
      policy,
      url: target.url,
      budget: { ...budgetOf(pagesIn(target.pages)), ...options.budget },
      signal,
      guardJudges,
    });
    return have(await untilEnded(observeSite(session, target), session.deadline));
  } catch (error) {
    options.onFault?.(error);
    const why = session?.deadline.aborted ? (session.deadline.reason as unknown) : error;
    if (why instanceof NoAnswer) return missing('unreachable', 'site', why.message);
    if (why instanceof NoPage) return missing('not_applicable', 'us', `the address ${why.message}`);
    if (!(why instanceof BrowserFault)) {
      return missing('internal', 'us', 'the browser could not load or read the page');
    }
    if (why.code === 'unavailable') return missing('internal', 'us', why.message);
    return missing(why.code, 'us', `the browser was stopped: ${why.message}`);
  } finally {
    if (session) {
      options.onCost?.(session.spent());
      await session.close();
    }
  }
}

/** A browser that has ended may never answer a request. */
function untilEnded<T>(work: Promise<T>, end: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onEnd = (): void => void setTimeout(() => reject(end.reason), SALVAGE_MS);
    if (end.aborted) onEnd();
    end.addEventListener('abort', onEnd, { once: true });
    const leave = (): void => end.removeEventListener('abort', onEnd);
    work.finally(leave).then(resolve, reject);
  });
}

/** Lets observeSite return what it has. */
const SALVAGE_MS = 250;
