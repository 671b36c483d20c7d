import { Agent, type ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { boundTinyChunks, type Body, type BodySource } from './decode-body.ts';

export const NO_BODY: Body = { bytes: Buffer.alloc(0), truncated: false, fault: null };
/** An unwanted body. */
export const UNREAD: Body = { ...NO_BODY, truncated: true };

/** Limits for reading an unwanted body so that its connection can be reused: a new one costs three round trips. */
const MAX_DRAINED_BYTES = 64 * 1024;
const MAX_DRAIN_MS = 250;

/** An unwanted body that is long or slow costs its connection. */
export function drain(response: BodySource): Promise<Body> {
  return new Promise((resolve) => {
    let drained = 0;
    const end = (): void => {
      clearTimeout(timer);
      if (!response.readableEnded) response.destroy();
      resolve(UNREAD);
    };
    const timer = setTimeout(end, MAX_DRAIN_MS);
    boundTinyChunks(response, { stopped: false });
    response.on('error', () => undefined);
    response.on('end', end).on('close', end);
    response.on('data', (chunk: Buffer) => {
      drained += chunk.length;
      if (drained > MAX_DRAINED_BYTES) end();
    });
  });
}

/** Node says "free" when the parser has let go of a socket whose answer has ended. */
export function freed(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (free: boolean): void => {
      socket.off('free', onFree).off('close', onClose);
      resolve(free);
    };
    const onFree = (): void => settle(true);
    const onClose = (): void => settle(false);
    socket.on('free', onFree).on('close', onClose);
  });
}

/** Hands over the one checked socket; a pool of Node's own would open others. */
export class SingleSocketAgent extends Agent {
  readonly #socket: Duplex;
  constructor(socket: Duplex) {
    super({ keepAlive: true });
    this.#socket = socket;
  }
  addRequest(outgoing: ClientRequest): void {
    // Node takes any stream (`createConnection`); its types name sockets alone.
    outgoing.onSocket(this.#socket as Socket);
  }
}
