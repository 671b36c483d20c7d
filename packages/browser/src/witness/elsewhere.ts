import type { CDPSession, Page } from 'playwright-core';
import { BROWSER_LIMITS } from '@palisade/scanner/evidence/browser';
import { Children, wireOf, type Attached, type ChildSession, type Wire } from './child-session.ts';
import { ELSEWHERE } from './frame-requests.ts';
import type { Answer, Initiator, RequestSent, ScriptParsed } from './protocol.ts';
import { LASTING, type Watch } from './watch.ts';

/** As Chromium names its targets. */
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
const MAX_SOURCE = 16 * 1024 * 1024;

type PlaceKind = 'frame' | 'worker' | 'shared-worker' | 'service-worker' | 'worklet';

/** A script with its text: that is asked for at once, since a worker may be gone a moment later. */
export interface PlacedScript {
  parsed: ScriptParsed;
  text: Promise<string | null>;
}

interface PlacedRequest {
  url: string;
  method: string;
  type: string;
  initiator: Initiator;
  status: number | null;
}

/** A frame in a process of its own, a worker or a worklet: where code runs that the page's own session tells nothing of. */
export interface Place {
  kind: PlaceKind;
  /** Of the frame it is, or of the target. */
  id: string;
  /** Its document or its first script; the last that is known. */
  url: string;
  scripts: PlacedScript[];
  requests: Map<string, PlacedRequest>;
}

/**
 * All the places of one page beside its own process. Frames and dedicated workers are stopped before their first line
 * until they are listened to. Shared workers, service workers and workers of workers are found by the browser's list of
 * targets: V8 tells of their scripts afterwards.
 */
export class Elsewhere {
  readonly places: Place[] = [];
  #root: CDPSession | undefined;

  /** Listens from now on, for what the page opens next. */
  static async open(page: Page, cdp: CDPSession, watch: Watch, scripts: boolean): Promise<Elsewhere> {
    const elsewhere = new Elsewhere(watch, scripts);
    await Promise.all([elsewhere.#attachBelow(cdp), elsewhere.#discover(page, cdp)]);
    return elsewhere;
  }

  readonly #watch: Watch;
  readonly #wantsScripts: boolean;
  private constructor(watch: Watch, scripts: boolean) {
    this.#watch = watch;
    this.#wantsScripts = scripts;
  }

  /** Of a request that a frame made. */
  initiatorOf(address: string): Initiator | undefined {
    for (const { kind, requests } of this.places)
      if (kind === 'frame') for (const { url, initiator } of requests.values()) if (url === address) return initiator;
    return undefined;
  }

  /** There are workers under the page's own policy: those that came from no address of their own. */
  get inherits(): boolean {
    return this.places.some(inheritsPolicy);
  }

  /**
   * Adds what workers asked for.
   * @param page id of the frame whose policy such workers are under
   */
  addRequests(watch: Watch, page: string): void {
    let count = 0;
    for (const { kind, url: worker, requests } of this.places) {
      if (kind === 'frame') continue;
      const inherits = inheritsPolicy({ kind, url: worker });
      for (const { url, method, type, initiator, status } of requests.values()) {
        if (url === worker || [...watch.requests.values()].some((one) => one.url === url && one.method === method))
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
          failed: null,
        });
      }
    }
  }

  async close(): Promise<void> {
    await this.#root?.detach().catch(() => undefined);
  }

  async #attachBelow(cdp: CDPSession): Promise<void> {
    const children = new Children();
    const wire = wireOf(cdp);
    cdp.on('Target.receivedMessageFromTarget', (event) => children.receive(event));
    cdp.on('Target.detachedFromTarget', (event) => children.ended(event));
    cdp.on('Target.attachedToTarget', (event) => this.#attached(children.add(wire, event.sessionId), event));
    await cdp.send('Target.setAutoAttach', AUTO_ATTACH);
  }

  async #discover(page: Page, cdp: CDPSession): Promise<void> {
    const browser = page.context().browser();
    if (!browser) return;
    const [root, { targetInfo: own }] = await Promise.all([
      browser.newBrowserCDPSession(),
      cdp.send('Target.getTargetInfo'),
    ]);
    this.#root = root;
    const children = new Children();
    const wire = wireOf(root);
    root.on('Target.receivedMessageFromTarget', (event) => children.receive(event));
    root.on('Target.detachedFromTarget', (event) => children.ended(event));
    root.on('Target.targetCreated', ({ targetInfo }) => {
      // Of this page's profile: other pages under look have their own.
      if (targetInfo.browserContextId !== own.browserContextId || !(targetInfo.type in WORKERS)) return;
      root.send('Target.attachToTarget', { targetId: targetInfo.targetId, flatten: false }).then(
        ({ sessionId }) => this.#attached(children.add(wire, sessionId), { sessionId, targetInfo }),
        // It ended meanwhile.
        () => undefined,
      );
    });
    root.on('Target.targetInfoChanged', ({ targetInfo }) => this.#named(targetInfo));
    await root.send('Target.setDiscoverTargets', {
      discover: true,
      filter: [...['iframe', ...Object.keys(WORKERS)].map((type) => ({ type })), { exclude: true }],
    });
  }

  #attached(child: ChildSession, { targetInfo }: Attached): void {
    const kind = WORKERS[targetInfo.type] ?? (targetInfo.type === 'iframe' ? 'frame' : null);
    if (kind === null || this.places.length >= MOST_PLACES) {
      release(child);
      return;
    }
    // Attached twice, by its parent and by the list, it is listened to twice: only the one may have come before it ran.
    const { targetId: id, url } = targetInfo;
    const known = this.places.find((place) => place.id === id);
    const place: Place = known ?? { kind, id, url, scripts: [], requests: new Map() };
    if (!known) this.places.push(place);
    this.#named(targetInfo);
    this.#listen(child, place);
    this.#watch.stirred();
    const wanted = [
      child.send('Network.enable'),
      ...(this.#wantsScripts
        ? [child.send('Debugger.enable'), child.send('Debugger.setSkipAllPauses', { skip: true })]
        : []),
      ...(kind === 'frame' ? [this.#below(child)] : []),
    ];
    // Each is on its own: a worklet has no network, an ended worker answers nothing.
    void Promise.allSettled(wanted);
    release(child);
  }

  /** A target is there before its address is. */
  #named({ targetId, url }: Attached['targetInfo']): void {
    const place = this.places.find(({ id }) => id === targetId);
    if (place && url !== '') place.url = url;
  }

  /** Frames and workers of a frame. */
  #below(frame: ChildSession): Promise<unknown> {
    const children = new Children();
    frame.on('Target.receivedMessageFromTarget', (event: { sessionId: string; message: string }) =>
      children.receive(event),
    );
    frame.on('Target.detachedFromTarget', (event: { sessionId: string }) => children.ended(event));
    frame.on('Target.attachedToTarget', (event: Attached) =>
      this.#attached(children.add(frame, event.sessionId), event),
    );
    return frame.send('Target.setAutoAttach', AUTO_ATTACH);
  }

  #listen(child: ChildSession, place: Place): void {
    child.on('Debugger.scriptParsed', (parsed: ScriptParsed) => {
      if (place.url === '' && place.kind !== 'frame') place.url = parsed.url;
      if (place.scripts.length < BROWSER_LIMITS.scripts)
        place.scripts.push({ parsed, text: scriptSource(child, parsed) });
    });
    // Of frames only the page's own requests are waited for: another site's may never rest.
    const waited = place.kind !== 'frame';
    child.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other', frameId, initiator }: RequestSent) => {
      const { url, method } = request;
      if (waited && !LASTING.has(type)) this.#watch.opened(requestId);
      if (place.kind === 'frame' && type === 'Document' && frameId === place.id) place.url = url;
      if (place.requests.size < MOST_REQUESTS)
        place.requests.set(requestId, { url, method, type, initiator, status: null });
    });
    for (const end of ['Network.loadingFinished', 'Network.loadingFailed'])
      child.on(end, ({ requestId }: { requestId: string }) => this.#watch.closed(requestId));
    child.on('Network.responseReceived', ({ requestId, response }: { requestId: string; response: Answer }) => {
      const request = place.requests.get(requestId);
      if (request) request.status = response.status;
    });
  }
}

/** HTML, "initialize worker global scope's policy container". */
function inheritsPolicy({ kind, url }: Pick<Place, 'kind' | 'url'>): boolean {
  return kind === 'worker' && /^(?:blob|data):/u.test(url);
}

const AUTO_ATTACH = { autoAttach: true, waitForDebuggerOnStart: true, flatten: false } as const;

/** Asked for after all else: messages to one target keep their order. */
function release(child: Wire): void {
  child.send('Runtime.runIfWaitingForDebugger').catch(() => undefined);
}

/** @returns null when it cannot be had: too large to travel, or gone */
export async function scriptSource(wire: Wire, { scriptId, length = 0 }: ScriptParsed): Promise<string | null> {
  if (length > MAX_SOURCE) return null;
  try {
    const { scriptSource: text, bytecode } = (await wire.send('Debugger.getScriptSource', { scriptId })) as {
      scriptSource: string;
      bytecode?: string;
    };
    // WebAssembly has bytes and no text.
    return bytecode === undefined ? text : Buffer.from(bytecode, 'base64').toString('latin1');
  } catch {
    return null;
  }
}
