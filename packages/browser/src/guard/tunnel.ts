import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface Tunnel {
  /** Of the server. */
  address: string;
  /** Time of the last byte in either direction, by performance.now(). */
  lastAt: () => number;
  /** The browser was the last to send, so the server may still be working on its answer. */
  unanswered: () => boolean;
  end: () => void;
}

/** Connects the browser's socket with the checked connection; when one end closes, so does the other. */
export function joinTunnel(client: Duplex, upstream: Socket, count: (bytes: number) => void): Tunnel {
  let last = performance.now();
  let unanswered = true;
  const passing = (chunk: Buffer): void => {
    last = performance.now();
    count(chunk.length);
  };
  client.on('data', () => (unanswered = true));
  upstream.on('data', () => (unanswered = false));
  const end = (): void => {
    client.destroy();
    upstream.destroy();
  };
  client.on('data', passing);
  upstream.on('data', passing);
  client.on('error', end).on('close', end);
  upstream.on('error', end).on('close', end);
  client.pipe(upstream);
  upstream.pipe(client);
  return { address: upstream.remoteAddress ?? '', lastAt: () => last, unanswered: () => unanswered, end };
}

/** @throws Error if the connection ends before anything was sent */
export function firstOctets(client: Duplex): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer): void => {
      client.pause();
      client.off('close', onClose);
      resolve(chunk);
    };
    const onClose = (): void => {
      client.off('data', onData);
      reject(new Error('the connection was closed before anything was sent'));
    };
    client.once('data', onData).once('close', onClose);
  });
}
