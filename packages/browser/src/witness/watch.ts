import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
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

export interface SeenRequest {
  id: string;
  url: string;
  method: string;
  type: string;
  frame: string | undefined;
  initiator: Initiator;
  /** `navigate`, `no-cors`, `cors` …: what the browser itself says of it; null where it did not. */
  mode: string | null;
  status: number | null;
  /** In lower case. */
  headers: ReadonlyMap<string, string>;
  failed: string | null;
}

export interface SeenViolation {
  directive: string;
  blocked: string | null;
  type: CspIssue['contentSecurityPolicyViolationType'];
  reportOnly: boolean;
  source: string | null;
  /** `sha256-…` of an inline script or style, as Chromium names it in its message. */
  hash: string | null;
  /** Of Trusted Types: the name of the policy that was created, or the type that a sink wants. */
  detail: string | null;
  node: number | null;
}

const MOST = 2000;
/** Fewer would blame a page for a moment of rest between two of its requests. */
const QUIET_MS = 120;

/** All that one load of one page tells over the DevTools protocol, as it comes. Nothing runs in the page for it. */
export class Watch {
  readonly requests = new Map<string, SeenRequest>();
  readonly scripts: ScriptParsed[] = [];
  readonly violations: SeenViolation[] = [];
  readonly mixed: MixedIssue[] = [];
  readonly blocked: BlockedIssue[] = [];
  readonly corsIssues: CorsIssue[] = [];
  readonly messages: LogEntry[] = [];
  /** Names of cookies that answers set. */
  readonly answerCookies = new Set<string>();
  readonly #open = new Set<string>();
  readonly #modes = new Map<string, string>();
  #message = '';
  #hops = 0;
  #changed = performance.now();

  readonly #main: string;

  /**
   * Listens before anything is loaded; what it listens to is switched on by the caller.
   * @param main id of the frame that holds the page: another frame's document may end in another process, unseen
   */
  constructor(cdp: CDPSession, main: string) {
    this.#main = main;
    cdp.on('Network.requestWillBeSent', (event) => this.#sent(event));
    cdp.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => {
      const mode = Object.entries(headers).find(([name]) => name.toLowerCase() === 'sec-fetch-mode')?.[1];
      if (mode === undefined) return;
      const known = this.requests.get(requestId);
      if (known) known.mode = mode;
      else if (this.#modes.size < MOST) this.#modes.set(requestId, mode);
    });
    cdp.on('Network.responseReceived', ({ requestId, response }) => this.#answered(requestId, response));
    cdp.on('Network.responseReceivedExtraInfo', ({ headers }) => {
      for (const [name, value] of Object.entries(headers)) {
        if (name.toLowerCase() !== 'set-cookie') continue;
        for (const field of value.split('\n')) this.answerCookies.add(field.split('=', 1)[0]?.trim() ?? '');
      }
    });
    cdp.on('Network.webSocketCreated', ({ requestId, url, initiator }) =>
      this.#keep(requestId, { url, method: 'GET', type: 'WebSocket', frame: undefined, initiator: initiator ?? OTHER }),
    );
    cdp.on('Network.loadingFinished', ({ requestId }) => this.closed(requestId));
    cdp.on('Network.loadingFailed', ({ requestId, errorText, blockedReason }) => {
      const request = this.requests.get(requestId);
      if (request) request.failed = blockedReason ?? errorText;
      this.closed(requestId);
    });
    cdp.on('Debugger.scriptParsed', (script) => {
      if (this.scripts.length < MOST) this.scripts.push(script);
    });
    cdp.on('Log.entryAdded', ({ entry }) => {
      this.#message = entry.text;
      if (this.messages.length < MOST) this.messages.push(entry);
    });
    cdp.on('Audits.issueAdded', ({ issue }) => this.#issue(issue.details));
  }

  /** Resolves when nothing was under way for a moment, when `most` milliseconds are over, or at the signal: then false. */
  async idle(most: number, signal: AbortSignal): Promise<boolean> {
    const until = performance.now() + most;
    while (!signal.aborted && performance.now() < until) {
      const rest = this.#open.size > 0 ? QUIET_MS : QUIET_MS - (performance.now() - this.#changed);
      if (rest <= 0) return true;
      await wait(Math.min(rest, 40));
    }
    return false;
  }

  #sent(event: RequestSent): void {
    const { requestId, request, type = 'Other', frameId, initiator, redirectResponse, loaderId, documentURL } = event;
    if (redirectResponse) {
      // A redirect goes on under the same id: what was asked first is a request of its own.
      const before = this.requests.get(requestId);
      if (before) {
        this.requests.delete(requestId);
        this.#fill(before, redirectResponse);
        this.requests.set(`${requestId}#${this.#hops++}`, before);
      }
    }
    this.#keep(requestId, { url: request.url, method: request.method, type, frame: frameId, initiator });
    // The first script of a worker: its end is told to that worker alone, which is waited for itself.
    if (loaderId === '' && documentURL === request.url) this.closed(requestId);
  }

  #keep(id: string, request: Omit<SeenRequest, 'id' | 'mode' | 'status' | 'headers' | 'failed'>): void {
    this.#changed = performance.now();
    if (this.requests.size >= MOST) return;
    this.requests.set(id, {
      ...request,
      id,
      mode: this.#modes.get(id) ?? null,
      status: null,
      headers: new Map(),
      failed: null,
    });
    const elsewhere = request.type === 'Document' && request.frame !== this.#main;
    if (/^https?:/u.test(request.url) && !LASTING.has(request.type) && !elsewhere) this.#open.add(id);
  }

  #answered(id: string, response: Answer): void {
    const request = this.requests.get(id);
    if (request) this.#fill(request, response);
  }

  #fill(request: SeenRequest, { status, headers }: Answer): void {
    request.status = status;
    request.headers = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  }

  /** Something began that this session tells nothing of: a worker, say. */
  stirred(): void {
    this.#changed = performance.now();
  }

  /** A request to wait for. */
  opened(id: string): void {
    this.#changed = performance.now();
    this.#open.add(id);
  }

  closed(id: string): void {
    if (this.#open.delete(id)) this.#changed = performance.now();
  }

  #issue(details: IssueDetails): void {
    const { contentSecurityPolicyIssueDetails: csp } = details;
    if (csp && this.violations.length < MOST) this.violations.push(this.#violation(csp));
    if (details.mixedContentIssueDetails) push(this.mixed, details.mixedContentIssueDetails);
    if (details.blockedByResponseIssueDetails) push(this.blocked, details.blockedByResponseIssueDetails);
    if (details.corsIssueDetails) push(this.corsIssues, details.corsIssueDetails);
  }

  /** Chromium writes the message first and the issue after it: what the one names belongs to the other. */
  #violation(csp: CspIssue): SeenViolation {
    const { contentSecurityPolicyViolationType: type, sourceCodeLocation: at } = csp;
    const said = SAID[type]?.exec(this.#message)?.[1] ?? null;
    this.#message = '';
    return {
      directive: csp.violatedDirective,
      blocked: csp.blockedURL ?? null,
      type,
      reportOnly: csp.isReportOnly,
      source: at && at.url !== '' && at.lineNumber >= 0 ? `${at.url}:${at.lineNumber + 1}` : (at?.url ?? null),
      hash: type === 'kInlineViolation' ? said : null,
      detail: type.startsWith('kTrustedTypes') ? said : null,
      node: csp.violatingNodeId ?? null,
    };
  }
}

/** What Chromium's messages name of a violation, and its issues do not. */
const SAID: Partial<Record<SeenViolation['type'], RegExp>> = {
  kInlineViolation: /a hash \('(sha256-[A-Za-z0-9+/=]{44})'\)/u,
  kTrustedTypesSinkViolation: /'(Trusted(?:HTML|ScriptURL|Script))'/u,
  kTrustedTypesPolicyViolation: /TrustedTypePolicy named '([^']+)'/u,
};

/** Streams that stay open: waiting for their end would wait for ever. */
export const LASTING: ReadonlySet<string> = new Set([
  'WebSocket',
  'EventSource',
  'Ping',
  'Preflight',
  'CSPViolationReport',
]);
const OTHER: Initiator = { type: 'other' };

function push<T>(list: T[], item: T): void {
  if (list.length < MOST) list.push(item);
}
