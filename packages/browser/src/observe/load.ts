import { setTimeout as wait } from 'node:timers/promises';
import type { Wire } from '../devtools/target-session.ts';
import type { BrowserSession } from '../session.ts';
import { DocumentInterceptor } from './document-interceptor.ts';
import { Elsewhere, scriptSource } from './elsewhere.ts';
import { evaluate, isolatedWorld } from './evaluate.ts';
import { frameRequests } from './frame-requests.ts';
import { NoAnswer } from './no-page.ts';
import { endStuckScript, passTime } from './pass-time.ts';
import type { Stamps } from './stamp.ts';
import { readPage, type PageReading } from './read-page.ts';
import { VISIT } from './visit.ts';
import { Watch } from './watch.ts';

export interface LoadOptions {
  /** Sent with the page, replacing the site's headers of the same names. */
  headers?: readonly (readonly [name: string, value: string])[];
  /** Headers of the site to remove. */
  without?: readonly string[];
  stamps?: Stamps;
  /** Also records every script that runs; not needed if only violations count. */
  scripts?: boolean;
  /** The document is known not to end: what arrives within its time is treated as complete. */
  endless?: boolean;
  /** How long a document may take to end. */
  bodyMs?: number;
}

export interface Loaded {
  watch: Watch;
  /** The headers of the page's own response, names in lower case; empty if there was none. */
  headers: [name: string, value: string][];
  status: number | null;
  /** The document's address when it was loaded: scripts may have changed the page's address since. */
  document: string;
  /** As served, one character per byte. */
  html: string;
  /** Id of the frame that contains the page. */
  frame: string;
  /** Null if the page could not be read. */
  reading: PageReading | null;
  settled: boolean;
  /** A script ran without a pause and was ended: what the page would have done after that was not seen. */
  stuck: boolean;
  /** The document did not end within its time. */
  endless: boolean;
  /** It was too large to be put under a policy. */
  oversized: boolean;
  /** Images requested when the visitor left: of a page that is really left, Chromium sends them as pings. */
  lastImages: string[];
  /** Frames with their own process and workers; no longer listening. */
  elsewhere: Elsewhere;
}

const LOAD_MS = 10_000;
const IDLE_MS = 2_500;
/** No request for this long: what is still missing will not come. */
const REST_MS = 2_000;
const AFTER_VISIT_MS = 1_000;
const LATER_MS = 2_000;
/** A page that starts: on a busy machine its scripts take seconds. */
const BUSY_MS = 4_000;
/** After its timers ran out. */
const STUCK_MS = 1_500;
/** Characters of scripts. */
const MOST_KEPT = 4 * 1024 * 1024;
/** Reserved out of the time of a visit. */
const FOR_READING_MS = 700;

/**
 * Loads the page of a session, waits until it is idle, acts a little as a visitor would, lets its timers run out, and reads it.
 * @throws NoAnswer when the page never answered
 */
export async function load(session: BrowserSession, url: string, options: LoadOptions = {}): Promise<Loaded> {
  const { cdp, page, deadline } = session;
  /** The part of a wait that leaves time to read the page. */
  const most = (ms: number): number => Math.max(1, Math.min(ms, session.leftMs() - FOR_READING_MS));
  const { frameTree } = await cdp.send('Page.getFrameTree');
  const watch = new Watch(cdp, frameTree.frame.id);
  const domains = ['Network.enable', 'Page.enable', 'Audits.enable', 'Log.enable'] as const;
  await Promise.all(domains.map((method) => cdp.send(method)));
  if (options.scripts) {
    await cdp.send('Debugger.enable');
    await cdp.send('Debugger.setSkipAllPauses', { skip: true });
    keepTexts(cdp, watch, frameTree.frame.id);
  }
  const frames = frameRequests(page);
  const elsewhere = await Elsewhere.open(session, watch, options.scripts === true);
  const documents = new DocumentInterceptor(cdp, frameTree.frame.id, options, (id) => watch.forget(id));
  await documents.start();
  const started = performance.now();
  let settled = true;
  let stuck = false;
  const go = () => page.goto(url, { waitUntil: 'domcontentloaded', timeout: most(LOAD_MS) });
  try {
    await go().catch((error: unknown) => {
      if (!documents.endless || options.endless) throw error;
      return go();
    });
    settled = await loadedOrAtRest(page, watch, most(LOAD_MS - (performance.now() - started)));
  } catch (error) {
    // A page that is still loading something can be read all the same.
    if (documents.status === null) throw new NoAnswer(answerless(error), { cause: error });
    settled = false;
  }
  settled = (await watch.idle(most(IDLE_MS), deadline)) && settled && !documents.endless;
  if (!deadline.aborted) stuck = await endStuckScript(cdp, most(BUSY_MS));
  const world = await isolatedWorld(cdp, frameTree.frame.id);
  if (world !== null && !deadline.aborted) {
    documents.blockNavigation();
    if (!stuck && session.leftMs() > FOR_READING_MS + AFTER_VISIT_MS) {
      await evaluate(cdp, world, VISIT, true);
      const idle = await watch.idle(most(AFTER_VISIT_MS), deadline);
      if (session.leftMs() > FOR_READING_MS + LATER_MS) {
        await passTime(cdp, !idle || watch.streams, elsewhere.clocks);
        stuck = await endStuckScript(cdp, most(STUCK_MS));
        await watch.idle(most(AFTER_VISIT_MS), deadline);
      }
    } else settled = false;
  }
  const reading = world === null ? null : await evaluate(cdp, world, readPage(namesInline(watch, options)), false);
  elsewhere.addRequests(watch, frameTree.frame.id);
  frames.addTo(watch, elsewhere, frameTree.frame.id);
  elsewhere.close();
  return {
    watch,
    headers: documents.headers,
    status: documents.status,
    document: documents.document ?? url,
    html: documents.html,
    frame: frameTree.frame.id,
    reading: reading as PageReading | null,
    settled: settled && !stuck && reading !== null,
    stuck,
    endless: documents.endless,
    oversized: documents.oversized,
    lastImages: [],
    elsewhere,
  };
}

/** Reads the scripts of a page that is about to go elsewhere: those of a language choice, or of a check for visitors. */
function keepTexts(cdp: BrowserSession['cdp'], { scripts, texts }: Watch, main: string): void {
  const wire: Wire = { send: (method, params) => cdp.send(method as 'Target.getTargets', params) };
  let room = MOST_KEPT;
  cdp.on('Page.frameRequestedNavigation', ({ frameId }) => {
    if (frameId !== main) return;
    for (const script of scripts) {
      if (texts.has(script) || (script.length ?? 0) > room) continue;
      room -= script.length ?? 0;
      texts.set(script, scriptSource(wire, script));
    }
  });
}

/** A load under a policy that blocks nothing inline reports nothing inline. */
function namesInline({ violations }: Watch, { scripts }: LoadOptions): boolean {
  return scripts === true || violations.some(({ type }) => type === 'kInlineViolation');
}

/**
 * Waits for a page whose document has been read.
 * @returns false: it is neither loaded nor idle after `most` milliseconds
 */
async function loadedOrAtRest(page: BrowserSession['page'], watch: Watch, most: number): Promise<boolean> {
  const over = new AbortController();
  const loaded = page.waitForLoadState('load', { timeout: Math.max(1, most) }).then(
    () => true,
    () => false,
  );
  // A frame that a script wrote and never closed delays the load event forever.
  const rests = async (): Promise<boolean> => {
    while (!over.signal.aborted) {
      if ((await watch.idle(most, over.signal, REST_MS)) && !watch.awaited) return true;
      await wait(REST_MS / 10, undefined, { ref: false });
    }
    return false;
  };
  const atRest = await Promise.race([loaded, rests()]);
  over.abort();
  return atRest;
}

/** Chromium's error code, without Playwright's words around it. */
function answerless(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const name = /\bnet::(ERR_\w+)/u.exec(text)?.[1];
  if (name !== undefined) return `the page did not answer the browser (${name})`;
  return /timeout/iu.test(text) ? 'the page did not answer the browser in time' : 'the page did not answer the browser';
}
