import { setTimeout as wait } from 'node:timers/promises';
import type { PageSession } from '../devtools/target-session.ts';
import type {
  Answer,
  BlockedIssue,
  CorsIssue,
  CspIssue,
  Initiator,
  IssueDetails,
  LogEntry,
  MixedIssue,
  RequestSent,
  ScriptParsed,
} from './protocol.ts';
import { ScriptNames } from './script-names.ts';
import { violationOf } from './violation-of.ts';

export interface SeenRequest {
  id: string;
  url: string;
  method: string;
  type: string;
  frame: string | undefined;
  initiator: Initiator;
  /** Request mode: `navigate`, `no-cors`, `cors` …, as the browser reports it; null if it did not. */
  mode: string | null;
  status: number | null;
  /** In lower case. */
  headers: ReadonlyMap<string, string>;
  /** Bytes of the response, without transfer and content encodings; 0: not reported. */
  received: number;
  failed: string | null;
}

export interface SeenViolation {
  directive: string;
  blocked: string | null;
  type: CspIssue['contentSecurityPolicyViolationType'];
  reportOnly: boolean;
  source: string | null;
  /** `sha256-…` of an inline script or style, from Chromium's message. */
  hash: string | null;
  /** For Trusted Types: the name of the policy that was created, or the type that a sink requires. */
  detail: string | null;
  /** It was a `javascript:` address, for which Chromium reports no hash. */
  address: boolean;
  node: number | null;
}

const MOST = 2000;
/** With less, a page would be blamed for a moment of idleness between two of its requests. */
const QUIET_MS = 120;
/** A frame of another site may never end. */
const FRAME_MS = 1_500;

/** Everything that one load of one page reports over the DevTools protocol, as it arrives. Nothing runs in the page for it. */
export class Watch {
  readonly requests = new Map<string, SeenRequest>();
  readonly scripts: ScriptParsed[] = [];
  /** Those of scripts whose document was left by a script, which leaves no other trace of them. */
  readonly texts = new Map<ScriptParsed, Promise<string | null>>();
  readonly violations: SeenViolation[] = [];
  readonly mixed: MixedIssue[] = [];
  readonly blocked: BlockedIssue[] = [];
  readonly corsIssues: CorsIssue[] = [];
  readonly messages: LogEntry[] = [];
  /** Names of cookies set by responses. */
  readonly answerCookies = new Set<string>();
  /** Requests in progress, with the document that sent them. */
  readonly #open = new Map<string, string>();
  readonly #modes = new Map<string, string>();
  readonly #names = new ScriptNames();
  #message = '';
  #hops = 0;
  #changed = performance.now();

  readonly #main: string;

  /**
   * Listens before anything is loaded; the caller enables the events.
   * @param main id of the frame that contains the page: another frame's document may end in another process, unseen
   */
  constructor(cdp: PageSession, main: string) {
    this.#main = main;
    cdp.on('Network.requestWillBeSent', (event) => this.#sent(event));
    cdp.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => {
      const mode = Object.entries(headers).find(([name]) => name.toLowerCase() === 'sec-fetch-mode')?.[1];
      if (mode === undefined) return;
      const known = this.requests.get(requestId);
      if (known) known.mode = mode;
      else if (this.#modes.size < MOST) this.#modes.set(requestId, mode);
    });
    cdp.on('Network.responseReceived', ({ requestId, response }) => this.answered(requestId, response));
    cdp.on('Network.responseReceivedExtraInfo', ({ headers }) => this.setCookies(headers));
    cdp.on('Network.webSocketCreated', ({ requestId, url, initiator }) =>
      this.#keep(requestId, { url, method: 'GET', type: 'WebSocket', frame: undefined, initiator: initiator ?? OTHER }),
    );
    cdp.on('Network.webSocketHandshakeResponseReceived', ({ requestId, response }) => {
      this.answered(requestId, response);
      this.setCookies(response.headers);
    });
    cdp.on('Network.dataReceived', ({ requestId, dataLength }) => {
      const request = this.requests.get(requestId);
      if (request) request.received += dataLength;
    });
    cdp.on('Network.loadingFinished', ({ requestId }) => this.#ended(requestId));
    cdp.on('Network.loadingFailed', ({ requestId, errorText, blockedReason }) => {
      const request = this.requests.get(requestId);
      if (request) request.failed = blockedReason ?? errorText;
      this.#ended(requestId);
    });
    cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === main) this.#leave(frame.loaderId);
    });
    cdp.on('Debugger.scriptParsed', (script) => {
      // A flood of evaluated texts must not hide a file.
      const most = script.url === '' ? MOST : 2 * MOST;
      if (this.scripts.length < most) this.scripts.push(this.#names.real(script));
    });
    cdp.on('Log.entryAdded', ({ entry }) => {
      this.#message = entry.text;
      if (this.messages.length < MOST) this.messages.push(entry);
    });
    cdp.on('Audits.issueAdded', ({ issue: { details } }) => {
      if (details.contentSecurityPolicyIssueDetails)
        this.violated(details.contentSecurityPolicyIssueDetails, this.#said());
      this.#issue(details);
    });
  }

  /** Documents of frames that have not been answered. */
  get awaited(): boolean {
    return this.requests.values().some((one) => one.type === 'Document' && one.status === null && one.failed === null);
  }

  /** There are responses that go on for as long as the page does. */
  get streams(): boolean {
    return this.requests.values().some(({ type, failed }) => type === 'EventSource' && failed === null);
  }

  /** Resolves with true when nothing was in progress for a moment; with false after `most` milliseconds or at the signal. */
  async idle(most: number, signal: AbortSignal, quiet = QUIET_MS): Promise<boolean> {
    const until = performance.now() + most;
    while (!signal.aborted && performance.now() < until) {
      const rest = this.#open.size > 0 ? quiet : quiet - (performance.now() - this.#changed);
      if (rest <= 0) return true;
      await wait(Math.min(rest, 40));
    }
    return false;
  }

  #sent(event: RequestSent): void {
    const { requestId, request, type = 'Other', frameId: frame, redirectResponse, loaderId, documentURL } = event;
    const { url, method } = request;
    if (redirectResponse) {
      // A redirect continues under the same id: the first request counts separately.
      const before = this.requests.get(requestId);
      if (before) {
        this.requests.delete(requestId);
        this.#fill(before, redirectResponse);
        this.requests.set(`${requestId}#${this.#hops++}`, before);
      }
    }
    const kind = isReport(request.headers) ? 'CSPViolationReport' : type;
    const initiator = this.#names.behind(event.initiator);
    this.#keep(requestId, { url, method, type: kind, frame, initiator }, loaderId);
    // The first script of a worker: its end is reported only to that worker, which is waited for separately.
    if (loaderId === '' && documentURL === url) this.closed(requestId);
  }

  /** Nothing reports the end of requests whose document is gone. */
  #leave(loader: string): void {
    for (const [id, asker] of this.#open) if (asker !== '' && asker !== loader) this.closed(id);
  }

  #keep(id: string, request: Pick<SeenRequest, 'url' | 'method' | 'type' | 'frame' | 'initiator'>, loader = ''): void {
    this.#changed = performance.now();
    if (this.requests.size >= MOST) return;
    this.requests.set(id, {
      ...request,
      id,
      mode: this.#modes.get(id) ?? null,
      status: null,
      headers: new Map(),
      received: 0,
      failed: null,
    });
    const elsewhere = request.type === 'Document' && request.frame !== this.#main;
    if (/^https?:/u.test(request.url) && !LASTING.has(request.type) && !elsewhere) this.#open.set(id, loader);
    // A script may add payment fields to a page that has loaded.
    if (elsewhere && request.frame !== undefined) this.frameOpened(request.frame);
  }

  /** Another frame, by its id: waited for until it is loaded, but not for long. */
  frameOpened(frame: string): void {
    this.opened(frame);
    setTimeout(() => this.closed(frame), FRAME_MS).unref();
  }

  /** A request that we kept from being sent: where the page would go next is no part of it. */
  forget(id: string): void {
    this.requests.delete(id);
    this.closed(id);
  }

  /** A response, also of another process to a request of this one. */
  answered(id: string, response: Pick<Answer, 'status' | 'headers'>): void {
    const request = this.requests.get(id);
    if (request) this.#fill(request, response);
  }

  #fill(request: SeenRequest, { status, headers }: Pick<Answer, 'status' | 'headers'>): void {
    request.status = status;
    request.headers = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  }

  /** Header fields of a response, also in another process. */
  setCookies(headers: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(headers)) {
      if (name.toLowerCase() !== 'set-cookie' || this.answerCookies.size >= MOST) continue;
      for (const field of value.split('\n')) this.answerCookies.add(field.split('=', 1)[0]?.trim() ?? '');
    }
  }

  /** Something has started that this session reports nothing about, such as a worker. */
  stirred(): void {
    this.#changed = performance.now();
  }

  /** A request to wait for. */
  opened(id: string): void {
    this.#changed = performance.now();
    this.#open.set(id, '');
  }

  /** The rest of a frame in the page's own process is reported here. */
  #ended(id: string): void {
    const request = this.requests.get(id);
    if (request?.type === 'Document' && request.frame !== undefined) this.closed(request.frame);
    this.closed(id);
  }

  closed(id: string): void {
    if (this.#open.delete(id)) this.#changed = performance.now();
  }

  #issue(details: IssueDetails): void {
    if (details.mixedContentIssueDetails) push(this.mixed, details.mixedContentIssueDetails);
    if (details.blockedByResponseIssueDetails) push(this.blocked, details.blockedByResponseIssueDetails);
    if (details.corsIssueDetails) push(this.corsIssues, details.corsIssueDetails);
  }

  #said(): string {
    const message = this.#message;
    this.#message = '';
    return message;
  }

  /**
   * A violation of the page's policies, also in one of its workers.
   * @param message Chromium writes it first and the issue after it: details in the one belong to the other
   */
  violated(csp: CspIssue, message: string): void {
    if (this.violations.length < MOST) this.violations.push(violationOf(csp, message));
  }
}

/** Streams that stay open: they would be waited for forever. */
export const LASTING: ReadonlySet<string> = new Set([
  'WebSocket',
  'EventSource',
  'Ping',
  'Preflight',
  'CSPViolationReport',
]);
const OTHER: Initiator = { type: 'other' };

/** Chromium 156 reports it as `Other`. */
function isReport(headers: Readonly<Record<string, string>>): boolean {
  return Object.entries(headers).some(([name, value]) => /^content-type$/iu.test(name) && REPORT.test(value));
}
const REPORT = /^application\/(?:csp-report|reports\+json)\b/iu;

function push<T>(list: T[], item: T): void {
  if (list.length < MOST) list.push(item);
}
