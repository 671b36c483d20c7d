import type { Readable, Writable } from 'node:stream';
import type { ConnectOverCDPTransport, Page } from 'playwright-core';
import { MessageTooLarge, readMessages, type Message } from './messages.ts';
import { TargetSession, type Attached, type PageSession } from './target-session.ts';

/** Playwright's message ids count from 1; ours start beyond its range. */
const OURS = 1_000_000_000;
/** Playwright detaches from these as soon as they are announced. It is never notified of them, so they stay attached. */
const NOT_ITS: ReadonlySet<string> = new Set(['shared_worker', 'worklet', 'shared_storage_worklet', 'auction_worklet']);
/** Domains that only we enable. Playwright would continue requests that are paused for us. */
const OURS_ALONE: ReadonlySet<string> = new Set(['Audits', 'Debugger', 'Fetch', 'ServiceWorker']);

type OnTarget = (session: TargetSession, attached: Attached) => void;

/**
 * The only DevTools connection to a browser; Playwright uses it, and so do we. Each target that Playwright
 * attaches to is paused until it is told to run. Our commands sent during that pause arrive before Playwright's.
 */
export class DevToolsConnection implements ConnectOverCDPTransport {
  onmessage?: (message: object) => void;
  onclose?: (reason?: string) => void;
  /** The browser sent more at once than is read; the connection ends. */
  onFlood?: () => void;
  readonly #output: Writable;
  readonly #listeners = new Set<OnTarget>();
  readonly #sessions = new Map<string, TargetSession>();
  readonly #waiting = new Map<number, TargetSession>();
  readonly #kept = new Set<string>();
  #sent = OURS;

  constructor(input: Readable, output: Writable) {
    this.#output = output;
    output.on('error', () => undefined);
    readMessages(input, (message) => this.#received(message)).then(
      () => this.#ended(),
      (error: unknown) => {
        if (error instanceof MessageTooLarge) this.onFlood?.();
        this.#ended();
      },
    );
  }

  send(message: object): void {
    if (!this.#output.writable) return;
    // What is sent at once is written at once: each write wakes the browser.
    if (this.#output.writableCorked === 0) {
      this.#output.cork();
      setImmediate(() => this.#output.uncork());
    }
    this.#output.write(`${JSON.stringify(message)}\0`);
  }

  close(): void {
    this.#output.end();
    this.#ended();
  }

  /**
   * Called for each frame with its own process, worker and worklet, before its first line runs.
   * @returns a function that stops the calls
   */
  onTarget(listener: OnTarget): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Playwright's session to a page. With one of our own, Chromium would write everything twice, and both would be read. */
  async sessionTo(page: Page): Promise<PageSession> {
    const asking = await page.context().newCDPSession(page);
    const { targetId } = (await asking.send('Target.getTargetInfo')).targetInfo;
    await asking.detach();
    const first = this.#sessions.values().find((session) => session.targetId === targetId);
    if (!first) throw new Error('the page is gone');
    return first as unknown as PageSession;
  }

  #received(message: Message): void {
    const { id, method, sessionId } = message;
    if (id !== undefined && id > OURS) {
      this.#waiting.get(id)?.answered(message);
      this.#waiting.delete(id);
      return;
    }
    if (method === 'Target.attachedToTarget') this.#attached(message.params as unknown as Attached);
    if (method === 'Target.targetInfoChanged') this.#renamed(message.params ?? {});
    if (method === 'Target.detachedFromTarget') this.#detached(message.params?.['sessionId'] as string);
    const session = sessionId === undefined ? undefined : this.#sessions.get(sessionId);
    if (session && method !== undefined) session.happened(method, message.params ?? {});
    if (method !== undefined && OURS_ALONE.has(method.slice(0, method.indexOf('.')))) return;
    const about = message.params?.['sessionId'];
    const ours = sessionId !== undefined && this.#kept.has(sessionId);
    if (ours || (method?.startsWith('Target.') && typeof about === 'string' && this.#kept.has(about))) return;
    // One per turn of the event loop: what Playwright awaits continues before the next target is announced.
    setImmediate(() => this.onmessage?.(message));
  }

  #attached(attached: Attached): void {
    const { sessionId, targetInfo } = attached;
    const session = new TargetSession(targetInfo.targetId, (method, params) => {
      const id = (this.#sent += 1);
      this.#waiting.set(id, session);
      this.send({ id, method, params, sessionId });
      return id;
    });
    this.#sessions.set(sessionId, session);
    for (const listener of this.#listeners) listener(session, attached);
    if (!NOT_ITS.has(targetInfo.type)) return;
    this.#kept.add(sessionId);
    session.send('Runtime.runIfWaitingForDebugger').catch(() => undefined);
  }

  /** A frame exists before its address is known. */
  #renamed(params: object): void {
    const { targetInfo } = params as Pick<Attached, 'targetInfo'>;
    for (const session of this.#sessions.values())
      if (session.targetId === targetInfo.targetId) session.happened('Target.targetInfoChanged', params);
  }

  #detached(sessionId: string): void {
    this.#sessions.get(sessionId)?.end();
    this.#sessions.delete(sessionId);
  }

  #ended(): void {
    for (const id of this.#sessions.keys()) this.#detached(id);
    const { onclose } = this;
    delete this.onclose;
    setImmediate(() => onclose?.());
  }
}
