import type { CDPSession } from 'playwright-core';
import type { Message } from './messages.ts';

/** The part of a DevTools session that is used here. */
export interface Wire {
  send(method: string, params?: object): Promise<unknown>;
}

/** A session to a page, with the protocol's types: playwright-core has them only in its own sessions. */
export type PageSession = Pick<CDPSession, 'send' | 'on' | 'once' | 'off'>;

export interface Attached {
  sessionId: string;
  targetInfo: { targetId: string; type: string; url: string; browserContextId?: string };
}

type Listener = (params: never) => void;

/** A target as we see it: a session that Playwright may use as well, under other message ids. */
export class TargetSession implements Wire {
  readonly #write: (method: string, params: object) => number;
  readonly #waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  readonly #listeners = new Map<string, Listener[]>();
  readonly #onEnd: (() => void)[] = [];
  #gone = false;

  readonly targetId: string;

  constructor(targetId: string, write: (method: string, params: object) => number) {
    this.targetId = targetId;
    this.#write = write;
  }

  /** @throws Error when the target refuses or is gone */
  send(method: string, params: object = {}): Promise<unknown> {
    if (this.#gone) return Promise.reject(new Error('the target has gone'));
    return new Promise((resolve, reject) => {
      this.#waiting.set(this.#write(method, params), { resolve, reject });
    });
  }

  on(event: string, listener: Listener): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }

  once(event: string, listener: Listener): void {
    const once: Listener = (params) => {
      this.off(event, once);
      listener(params);
    };
    this.on(event, once);
  }

  off(event: string, listener: Listener): void {
    const others = (this.#listeners.get(event) ?? []).filter((one) => one !== listener);
    this.#listeners.set(event, others);
  }

  onEnd(listener: () => void): void {
    this.#onEnd.push(listener);
  }

  happened(method: string, params: object): void {
    for (const listener of this.#listeners.get(method) ?? []) listener(params as never);
  }

  answered({ id = 0, result, error }: Message): void {
    const asked = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) asked?.reject(new Error(error.message));
    else asked?.resolve(result);
  }

  end(): void {
    this.#gone = true;
    for (const { reject } of this.#waiting.values()) reject(new Error('the target has gone'));
    this.#waiting.clear();
    for (const listener of this.#onEnd) listener();
  }
}
