import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface Tunnel {
  /** When a byte last went through, by performance.now(). */
  lastAt: () => number;
  end: () => void;
}

/** Joins the browser's side and the checked connection; each end takes the other along. */
export function joinTunnel(client: Duplex, upstream: Socket, count: (bytes: number) => void): Tunnel {
  let last = performance.now();
  const passing = (chunk: Buffer): void => {
    last = performance.now();
    count(chunk.length);
  };
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
  return { lastAt: () => last, end };
}
