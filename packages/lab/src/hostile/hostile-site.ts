import type { Socket } from 'node:net';
import type { DnsFault } from '../dns-server.ts';

/** One way to attack a scanner. */
export interface HostileSite {
  /** The host is `<name>.hostile.test`. */
  name: string;
  /** What it does, in one line. */
  what: string;
  /**
   * How a scan of it must end: with a report, with a fault (502), with a refusal (400), or
   * `settled`, when both a report and a fault are correct.
   */
  ends: 'report' | 'fault' | 'refused' | 'settled';
  /** `https` speaks TLS first; `tcp` gets the raw connection on the https port. */
  layer: 'http' | 'https' | 'tcp';
  /** Called once per connection: when a request has arrived, or immediately for `tcp`. */
  serve: (socket: Socket, path: string) => void;
  /** Called once, before the site listens. */
  prepare?: () => void;
  /** Number of certificates sent, all identical; default 1. */
  chainLength?: number;
  /** Key and chain that replace the lab's own, PEM. */
  certificate?: () => Promise<{ key: string; cert: string }>;
  /** Highest version of an `https` site; default: no limit. */
  maxVersion?: 'TLSv1.2';
  /** What an `https` site chooses (ALPN); others refuse clients that lack it. Default: it ignores ALPN. */
  alpn?: 'h2';
  /** Replaces the default address record. `{host}` stands for the site's name, `{address}` for its address. */
  dns?: { records?: readonly string[]; faults?: Readonly<Record<string, DnsFault>> };
}

export const HOSTILE_ZONE = 'hostile.test';

/** Sends all of it and ends the connection. */
export function send(bytes: string | Uint8Array): (socket: Socket) => void {
  return (socket) => socket.end(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
}

/** Writes as fast as the client reads, until it disconnects. */
export function flood(socket: Socket, chunk: Uint8Array): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

/** Writes a little at intervals, until the client disconnects. */
export function drip(socket: Socket, piece: (n: number) => string | Uint8Array, everyMs: number): void {
  let n = 0;
  const timer = setInterval(() => socket.write(piece((n += 1))), everyMs);
  socket.once('close', () => clearInterval(timer));
}

export const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';
