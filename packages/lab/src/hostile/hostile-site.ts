import type { Socket } from 'node:net';
import type { DnsFault } from '../dns-server.ts';

/** One way to hurt a scanner. */
export interface HostileSite {
  /** Host is `<name>.hostile.test`. */
  name: string;
  /** What it does, in one line. */
  what: string;
  /**
   * How a scan of it has to end: with a report, with a fault (502), with a refusal (400), or
   * `settled`, where a report and a fault are both right.
   */
  ends: 'report' | 'fault' | 'refused' | 'settled';
  /** `https` speaks TLS first; `tcp` gets the naked connection on the https port. */
  layer: 'http' | 'https' | 'tcp';
  /** Called once per connection: as soon as a request is in, or at once for `tcp`. */
  serve: (socket: Socket, path: string) => void;
  /** Called once, before the site listens. */
  prepare?: () => void;
  /** Certificates sent, the same one over and over; default 1. */
  chainLength?: number;
  /** Key and chain instead of the lab's own, PEM. */
  certificate?: () => Promise<{ key: string; cert: string }>;
  /** Highest version of an `https` site; default: all there are. */
  maxVersion?: 'TLSv1.2';
  /** Replaces the honest address record. `{host}` stands for the site's name, `{address}` for its address. */
  dns?: { records?: readonly string[]; faults?: Readonly<Record<string, DnsFault>> };
}

export const HOSTILE_ZONE = 'hostile.test';

/** Sends all of it and ends the connection. */
export function send(bytes: string | Uint8Array): (socket: Socket) => void {
  return (socket) => socket.end(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
}

/** Writes as fast as the other side reads, until it goes away. */
export function flood(socket: Socket, chunk: Uint8Array): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

/** Writes a little, again and again, until the other side goes away. */
export function drip(socket: Socket, piece: (n: number) => string | Uint8Array, everyMs: number): void {
  let n = 0;
  const timer = setInterval(() => socket.write(piece((n += 1))), everyMs);
  socket.once('close', () => clearInterval(timer));
}

export const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';
