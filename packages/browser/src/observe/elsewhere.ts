import { BROWSER_LIMITS } from '@palisade/scanner/evidence/browser';
import type { Attached, PageSession, TargetSession, Wire } from '../devtools/target-session.ts';
import type { BrowserSession } from '../session.ts';
import { ELSEWHERE } from './frame-requests.ts';
import type { Answer, Initiator, IssueDetails, LogEntry, RequestSent, ScriptParsed } from './protocol.ts';
import { digestOf, type ScriptDigest } from './script-digest.ts';
import { ScriptNames } from './script-names.ts';
import type { Served } from './served-bytes.ts';
import { LASTING, type Watch } from './watch.ts';

/** Chromium's names of target types. */
const WORKERS: Readonly<Record<string, PlaceKind>> = {
  worker: 'worker',
  shared_worker: 'shared-worker',
  service_worker: 'service-worker',
  worklet: 'worklet',
  shared_storage_worklet: 'worklet',
  auction_worklet: 'worklet',
};
const MOST_PLACES = 100;
const MOST_REQUESTS = 500;
/** Scripts of one worker; after that it runs unobserved, so that a page cannot keep us busy. */
const MOST_PAUSES = 2 * BROWSER_LIMITS.scripts;
const MAX_SOURCE = 16 * 1024 * 1024;

/** Their timers may run on for minutes. */
const TIMED: ReadonlySet<PlaceKind> = new Set(['frame', 'worker', 'shared-worker']);

type PlaceKind = 'frame' | 'worker' | 'shared-worker' | 'service-worker' | 'worklet';

/** A script and the digest of its text, which is requested immediately: a worker may be gone a moment later. */
interface PlacedScript {
  parsed: ScriptParsed;
  digest: Promise<ScriptDigest>;
}

interface PlacedRequest {
  url: string;
  method: string;
  type: string;
  initiator: Initiator;
  status: number | null;
  failed: string | null;
  /** See SeenRequest. */
  received: number;
}

interface LoadingEnded {
  requestId: string;
  errorText?: string;
  blockedReason?: string;
}

/** A frame with its own process, a worker or a worklet: code there is invisible to the page's own session. */
export interface Place {
  kind: PlaceKind;
  /** Id of the frame, or of the target. */
  id: string;
  /** Its document or its first script; the last one known. */
  url: string;
  scripts: PlacedScript[];
  requests: Map<string, PlacedRequest>;
}

/**
 * All such places of one page outside its own process. Each is paused before its first line until a listener is attached, and
 * a worker before each of its own scripts until the text was transferred: even one that ends immediately is recorded completely.
 */
export class Elsewhere {
  readonly places: Place[] = [];
  /** Frames and workers beyond the limit, and those that ran more scripts than are recorded. */
  unheard = 0;
  /** Of the frames and workers: each has its own clock. */
  readonly clocks: Wire[] = [];
  #leave: () => void = () => undefined;

  /** Listens from now on for what the page opens next. */
  static async open({ cdp, devtools }: BrowserSession, watch: Watch, scripts: boolean): Promise<Elsewhere> {
    const elsewhere = new Elsewhere(watch, scripts);
    const own = await profileOf(cdp);
    elsewhere.#leave = devtools.onTarget((session, attached) => {
      // Only targets of this page's profile: other pages are visited at the same time.
      if (attached.targetInfo.browserContextId === own) elsewhere.#attached(session, attached);
    });
    return elsewhere;
  }

  readonly #watch: Watch;
  readonly #wantsScripts: boolean;
  private constructor(watch: Watch, scripts: boolean) {
    this.#watch = watch;
    this.#wantsScripts = scripts;
  }

  /** Adds the requests of a frame. */
  initiatorOf(address: string): Initiator | undefined {
    for (const { kind, requests } of this.places)
      if (kind === 'frame') for (const { url, initiator } of requests.values()) if (url === address) return initiator;
    return undefined;
  }

  /** There are workers under the page's own policy: those that were not loaded from an address. */
  get inherits(): boolean {
    return this.places.some(inheritsPolicy);
  }

  /**
   * Adds the requests of workers.
   * @param page id of the frame whose policy such workers are under
   */
  addRequests(watch: Watch, page: string): void {
    let count = 0;
    for (const { kind, url: worker, requests, scripts } of this.places) {
      if (kind === 'frame') continue;
      const inherits = inheritsPolicy({ kind, url: worker });
      const ran = new Set(scripts.map(({ parsed }) => parsed.url));
      for (const { url, method, type: told, initiator, status, failed } of requests.values()) {
        // Chromium reports requests of importScripts() as `Other`.
        const type = told === 'Other' && ran.has(url) ? 'Script' : told;
        // The page requests the first script of a worker, but not that of a service worker.
        if (
          (url === worker && kind !== 'service-worker') ||
          [...watch.requests.values()].some((one) => one.url === url && one.method === method)
        )
          continue;
        const id = `${kind}#${(count += 1)}`;
        const by = initiator.stack || initiator.url ? initiator : { ...initiator, url: worker };
        const frame = inherits ? page : ELSEWHERE;
        watch.requests.set(id, {
          id,
          url,
          method,
          type,
          frame,
          initiator: by,
          mode: null,
          status,
          headers: new Map(),
          received: 0,
          failed,
        });
      }
    }
  }

  close(): void {
    this.#leave();
  }

  #attached(session: TargetSession, { targetInfo }: Attached): void {
    const kind = WORKERS[targetInfo.type] ?? (targetInfo.type === 'iframe' ? 'frame' : null);
    const { targetId: id, url } = targetInfo;
    // A service worker is attached by the browser and by its page: the first is enough.
    if (kind === null || this.places.some((place) => place.id === id)) return;
    if (this.places.length >= MOST_PLACES) {
      this.unheard += 1;
      return;
    }
    const place: Place = { kind, id, url, scripts: [], requests: new Map() };
    this.places.push(place);
    this.#listen(session, place);
    if (TIMED.has(kind)) this.clocks.push(session);
    this.#watch.stirred();
    const wanted = [session.send('Network.enable')];
    if (MAY_INHERIT.has(kind)) wanted.push(session.send('Log.enable'), session.send('Audits.enable'));
    if (this.#wantsScripts) {
      wanted.push(session.send('Debugger.enable'));
      if (kind === 'frame') wanted.push(session.send('Debugger.setSkipAllPauses', { skip: true }));
      else wanted.push(session.send('Debugger.setInstrumentationBreakpoint', BEFORE_EACH_SCRIPT));
    }
    // Each command separately: a worklet has no network, and an ended worker answers nothing.
    void Promise.allSettled(wanted);
  }

  #listen(child: TargetSession, place: Place): void {
    child.on('Target.targetInfoChanged', ({ targetInfo: { url } }: Pick<Attached, 'targetInfo'>) => {
      if (url !== '') place.url = url;
    });
    const names = new ScriptNames();
    let pauses = 0;
    child.on('Debugger.paused', () => {
      // Its text was requested when it was parsed, and arrives before this.
      pauses += 1;
      if (pauses > MOST_PAUSES) this.unheard += 1;
      child.send(pauses > MOST_PAUSES ? 'Debugger.disable' : 'Debugger.resume').catch(() => undefined);
    });
    child.on('Debugger.scriptParsed', (told: ScriptParsed) => {
      const parsed = names.real(told);
      if (place.url === '' && place.kind !== 'frame') place.url = parsed.url;
      if (place.scripts.length < BROWSER_LIMITS.scripts)
        place.scripts.push({
          parsed,
          digest: scriptSource(child, parsed).then((text) => digestOf(text, servedTo(place, parsed))),
        });
    });
    // The page's own session reports no violation in a worker, though its policies may hold there.
    let said = '';
    child.on('Log.entryAdded', ({ entry }: { entry: LogEntry }) => (said = entry.text));
    child.on('Audits.issueAdded', ({ issue }: { issue: { details: IssueDetails } }) => {
      const csp = issue.details.contentSecurityPolicyIssueDetails;
      if (csp && inheritsPolicy(place)) this.#watch.violated(csp, said);
    });
    // Until it is loaded with the frames in its markup, or for a while.
    if (place.kind === 'frame') this.#watch.frameOpened(place.id);
    child.on('Page.loadEventFired', () => this.#watch.closed(place.id));
    // Of its requests, none is waited for longer: another site's may never end.
    const waited = place.kind !== 'frame';
    // Until its first script has arrived.
    if (place.kind === 'worker' || place.kind === 'shared-worker') this.#watch.opened(place.id);
    child.on('Inspector.workerScriptLoaded', () => this.#watch.closed(place.id));
    child.onEnd(() => {
      for (const id of [place.id, ...place.requests.keys()]) this.#watch.closed(id);
    });
    child.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other', frameId, initiator }: RequestSent) => {
      const { url, method } = request;
      if (waited && !LASTING.has(type)) this.#watch.opened(requestId);
      if (place.kind === 'frame' && type === 'Document' && frameId === place.id) place.url = url;
      if (place.requests.size < MOST_REQUESTS)
        place.requests.set(requestId, {
          url,
          method,
          type,
          initiator: names.behind(initiator),
          status: null,
          failed: null,
          received: 0,
        });
    });
    child.on('Network.dataReceived', ({ requestId, dataLength }: { requestId: string; dataLength: number }) => {
      const request = place.requests.get(requestId);
      if (request) request.received += dataLength;
    });
    child.on('Network.loadingFinished', ({ requestId }: LoadingEnded) => this.#watch.closed(requestId));
    child.on('Network.loadingFailed', ({ requestId, errorText, blockedReason }: LoadingEnded) => {
      const request = place.requests.get(requestId);
      if (request) request.failed = blockedReason ?? errorText ?? null;
      this.#watch.closed(requestId);
    });
    child.on('Network.responseReceivedExtraInfo', ({ headers }: Pick<Answer, 'headers'>) =>
      this.#watch.setCookies(headers),
    );
    child.on('Network.responseReceived', ({ requestId, response }: { requestId: string; response: Answer }) => {
      const request = place.requests.get(requestId);
      if (request) request.status = response.status;
      // The page requested the first script of a worker, and the worker receives the response.
      else this.#watch.answered(requestId, response);
    });
  }
}

/** By now its bytes have been counted: the answer with its text arrives after them. */
function servedTo({ requests }: Place, { url }: ScriptParsed): Served | undefined {
  const request = [...requests.values()].find((one) => one.url === url && one.type !== 'Document');
  return request && { bytes: request.received, charset: '' };
}

/** HTML, "initialize worker global scope's policy container". */
function inheritsPolicy({ kind, url }: Pick<Place, 'kind' | 'url'>): boolean {
  return MAY_INHERIT.has(kind) && /^(?:blob|data):/u.test(url);
}
const MAY_INHERIT: ReadonlySet<PlaceKind> = new Set(['worker', 'shared-worker']);

const BEFORE_EACH_SCRIPT = { instrumentation: 'beforeScriptExecution' } as const;

/** Id of the browser context of a page. */
async function profileOf(cdp: PageSession): Promise<string | undefined> {
  return (await cdp.send('Target.getTargetInfo')).targetInfo.browserContextId;
}

/** @returns null if it is not available: too large to transfer, or gone */
export async function scriptSource(wire: Wire, { scriptId, length = 0 }: ScriptParsed): Promise<string | null> {
  if (length > MAX_SOURCE) return null;
  try {
    const { scriptSource: text, bytecode } = (await wire.send('Debugger.getScriptSource', { scriptId })) as {
      scriptSource: string;
      bytecode?: string;
    };
    // WebAssembly has bytes, not text.
    return bytecode === undefined ? text : Buffer.from(bytecode, 'base64').toString('latin1');
  } catch {
    return null;
  }
}
