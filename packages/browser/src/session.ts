import { createEgress } from '@palisade/scanner/gather/net/create-egress';
import type { EgressPolicy } from '@palisade/scanner/gather/net/egress';
import type { BrowserContext, Page } from 'playwright-core';
import { BrowserFault } from './browser-fault.ts';
import { BUDGET, type Budget } from './budget.ts';
import { drawSmall, VIEWPORT } from './draw-small.ts';
import type { DevToolsConnection } from './devtools/connection.ts';
import type { PageSession } from './devtools/target-session.ts';
import type { FoundBrowser } from './find-browser.ts';
import { startGuard, type Spent } from './guard/proxy.ts';
import { createRefusals } from './guard/refusals.ts';
import { launchBrowser } from './launch.ts';
import { keepQuiet } from './keep-quiet.ts';
import { READS_DATABASE } from './trust-database.ts';
import { watchTree } from './watch-tree.ts';

export interface SessionOptions {
  browser: FoundBrowser;
  policy: EgressPolicy;
  /** The page to load; nothing is loaded yet. */
  url: string;
  budget?: Partial<Budget>;
  /**
   * The browser accepts any certificate, and the guard verifies each. By default only for a browser that cannot be given the
   * operator's roots.
   */
  guardJudges?: boolean;
  /** No caller waits any more. */
  signal?: AbortSignal;
}

/** A page in its own browser. Every packet goes through the scanner's guard. */
export interface BrowserSession {
  /** At about:blank. */
  page: Page;
  /** It is drawn at its full size, and a picture of it is taken. */
  pictured: boolean;
  /** Playwright's own session, under other message ids. */
  cdp: PageSession;
  /** Sees frames, workers and worklets before they run. */
  devtools: DevToolsConnection;
  url: string;
  /** Aborts with a BrowserFault when the time, the memory or another part of the budget is used up; the browser ends then. */
  deadline: AbortSignal;
  /** The remaining time: near the end, nothing new is started, so that what was seen is kept. */
  leftMs: () => number;
  /** What the guard refused, by host and reason. */
  refused: () => readonly { url: string; reason: string }[];
  /**
   * A second page with a fresh profile and the same budget, for a load under a policy. Closed separately or with the first.
   * It is drawn small, because no picture of it is taken.
   */
  fresh: () => Promise<BrowserSession>;
  /** For the first page: ends the browser and removes its profile. For a fresh one: closes that page. */
  close: () => Promise<void>;
}

export interface OpenSession extends BrowserSession {
  /** Its cost so far. */
  spent: () => { bytes: number; connections: number; requests: number; cpuMs: number; peakBytes: number };
}

/**
 * Starts a browser and opens an empty page in it.
 * @throws BrowserFault
 */
export async function openSession(options: SessionOptions): Promise<OpenSession> {
  const { policy, url, browser: found } = options;
  const budget = { ...BUDGET, ...options.budget };
  const life = new AbortController();
  const end = (fault: BrowserFault): void => life.abort(fault);
  const overrun = (what: string): void => end(new BrowserFault('limit', `the page ${what}`));
  const onCancel = (): void => end(new BrowserFault('cancelled', 'the scan no longer needs the page'));
  if (options.signal?.aborted) throw new BrowserFault('cancelled', 'the scan no longer needs the page');
  options.signal?.addEventListener('abort', onCancel, { once: true });
  const late = () => end(new BrowserFault('timeout', `the page was not finished within ${budget.wallMs / 1000} s`));
  const timer = setTimeout(late, budget.wallMs);
  const endsAt = performance.now() + budget.wallMs;

  const guardJudges = options.guardJudges ?? (policy.extraCa !== undefined && !READS_DATABASE);
  const spent: Spent & { requests: number } = { bytes: 0, connections: 0, requests: 0 };
  const closers = new Set<() => Promise<void>>();
  const launched = await launchBrowser(found, { roots: READS_DATABASE ? policy.extraCa : undefined }).catch(
    (error: unknown) => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onCancel);
      throw error;
    },
  );
  launched.devtools.onFlood = () => overrun('sent more messages at once than are read');
  const tree = watchTree(launched.pid, budget, overrun);
  let closed: Promise<void> | undefined;
  const closeAll = async (): Promise<void> => {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', onCancel);
    tree.stop();
    // Before the guards: pages must not notice that others are closed.
    await launched.kill();
    await Promise.all([...closers].map((close) => close()));
  };
  const close = (): Promise<void> => (closed ??= closeAll());
  life.signal.addEventListener('abort', () => void close(), { once: true });
  launched.browser.once('disconnected', () => {
    if (!closed) end(new BrowserFault('unavailable', 'the browser ended unexpectedly'));
  });

  const openPage = async (pictured: boolean): Promise<OpenSession> => {
    life.signal.throwIfAborted();
    const refusals = createRefusals();
    const ended = new AbortController();
    const guard = await startGuard({
      egress: createEgress(policy),
      refusals,
      spent,
      budget,
      signal: AbortSignal.any([life.signal, ended.signal]),
      onOverrun: overrun,
      judgesTrust: guardJudges,
    });
    closers.add(guard.close);
    const context = await launched.browser.newContext({
      proxy: { server: guard.server, bypass: '<-loopback>' },
      ignoreHTTPSErrors: guardJudges,
      acceptDownloads: false,
      viewport: VIEWPORT,
      locale: 'en-US',
      timezoneId: 'UTC',
    });
    context.on('request', () => {
      spent.requests += 1;
      if (spent.requests > budget.requests) overrun(`made more than ${budget.requests} requests`);
    });
    const page = await context.newPage();
    const cdp = await launched.devtools.sessionTo(page);
    await keepQuiet(context, page, cdp);
    if (!pictured) await drawSmall(cdp);
    return {
      page,
      pictured,
      cdp,
      devtools: launched.devtools,
      url,
      deadline: life.signal,
      leftMs: () => endsAt - performance.now(),
      refused: refusals.list,
      fresh: () => openPage(false),
      spent: () => ({ ...spent, ...tree.figures() }),
      async close() {
        closers.delete(guard.close);
        await closeQuietly(context);
        ended.abort();
        await guard.close();
      },
    };
  };
  try {
    return { ...(await openPage(true)), close };
  } catch (error) {
    await close();
    if (life.signal.aborted) throw life.signal.reason;
    if (error instanceof BrowserFault) throw error;
    throw new BrowserFault('unavailable', 'the browser did not open a page', { cause: error });
  }
}

async function closeQuietly(context: BrowserContext): Promise<void> {
  await context.close().catch(() => undefined);
}
