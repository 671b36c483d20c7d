import type { CDPSession } from 'playwright-core';

/** What a session of the DevTools protocol is used for here. */
export interface Wire {
  send(method: string, params?: object): Promise<unknown>;
}

type Listener = (params: never) => void;

/**
 * A session inside another one. Playwright's own speaks the flat protocol, where messages of further targets would go
 * to sessions that it does not hand out: so each is carried as text in the messages of the session that attached it.
 */
export class ChildSession implements Wire {
  readonly #carrier: Wire;
  readonly #id: string;
  readonly #waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  readonly #listeners = new Map<string, Listener[]>();
  #sent = 0;
  #gone = false;

  constructor(carrier: Wire, id: string) {
    this.#carrier = carrier;
    this.#id = id;
  }

  /** @throws Error when the target refuses, or has gone */
  send(method: string, params: object = {}): Promise<unknown> {
    if (this.#gone) return Promise.reject(new Error('the target has gone'));
    const id = (this.#sent += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      const message = JSON.stringify({ id, method, params });
      this.#carrier.send('Target.sendMessageToTarget', { sessionId: this.#id, message }).catch((error: unknown) => {
        this.#waiting.delete(id);
        reject(error instanceof Error ? error : new Error(String(error)));
      });
    });
  }

  on(event: string, listener: Listener): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }

  receive(text: string): void {
    const message = JSON.parse(text) as {
      id?: number;
      method?: string;
      params?: unknown;
      result?: unknown;
      error?: { message: string };
    };
    if (message.id === undefined) {
      for (const listener of this.#listeners.get(message.method ?? '') ?? []) listener(message.params as never);
      return;
    }
    const asked = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error) asked?.reject(new Error(message.error.message));
    else asked?.resolve(message.result);
  }

  end(): void {
    this.#gone = true;
    for (const { reject } of this.#waiting.values()) reject(new Error('the target has gone'));
    this.#waiting.clear();
  }
}

export interface Attached {
  sessionId: string;
  targetInfo: { targetId: string; type: string; url: string; browserContextId?: string };
}

/** The sessions that one session carries. */
export class Children {
  readonly #byId = new Map<string, ChildSession>();

  receive({ sessionId, message }: { sessionId: string; message: string }): void {
    this.#byId.get(sessionId)?.receive(message);
  }

  ended({ sessionId }: { sessionId: string }): void {
    this.#byId.get(sessionId)?.end();
    this.#byId.delete(sessionId);
  }

  add(carrier: Wire, sessionId: string): ChildSession {
    const child = new ChildSession(carrier, sessionId);
    this.#byId.set(sessionId, child);
    return child;
  }
}

/** Playwright's types know each method by its name; what is carried is known by no more than text. */
export function wireOf(cdp: CDPSession): Wire {
  return { send: (method, params) => cdp.send(method as 'Target.getTargets', params) };
}
