import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { TlsEvidence } from '../src/evidence/tls.ts';
import { createEgress } from '../src/gather/net/create-egress.ts';
import { gatherTls } from '../src/gather/tls.ts';
import { parseTarget } from '../src/parse-target.ts';

export interface Arrival {
  hello: Buffer;
  /** Number of connections so far, including this one. */
  connection: number;
  /** Number of open connections, including this one. */
  live: number;
}

export type TurnsAway = (arrival: Arrival) => boolean;

/** A server behind a frontend that rejects some connections. */
export async function serveBehindFront(
  inner: Place,
  address: string,
  turnsAway: TurnsAway,
  turnAway: (socket: Socket) => void,
): Promise<{ server: Server; port: number }> {
  let connection = 0;
  let live = 0;
  const server = createServer((socket) => {
    connection += 1;
    live += 1;
    const now = { connection, live };
    socket.on('error', () => undefined);
    socket.on('close', () => (live -= 1));
    socket.once('data', (hello: Buffer) => {
      if (turnsAway({ hello, ...now })) {
        turnAway(socket);
        return;
      }
      passOn(socket, hello, inner);
    });
  });
  return listening(server, address);
}

/** Whether the second of two servers gets a connection. */
export type Split = (hello: Buffer, connection: number) => boolean;

/** Two servers at one address. */
export async function serveBySplit(
  [first, second]: readonly [Place, Place],
  address: string,
  isSecond: Split,
): Promise<{ server: Server; port: number }> {
  let connection = 0;
  const server = createServer((socket) => {
    connection += 1;
    const number = connection;
    socket.on('error', () => undefined);
    socket.once('data', (hello: Buffer) => {
      passOn(socket, hello, isSecond(hello, number) ? second : first);
    });
  });
  return listening(server, address);
}

interface Place {
  port: number;
  address: string;
}

/** The rest of the connection, whose first bytes have been read. */
function passOn(socket: Socket, hello: Buffer, { port, address }: Place): void {
  const served = connect(port, address);
  served.on('error', () => socket.destroy());
  socket.on('close', () => served.destroy());
  served.write(hello);
  socket.pipe(served).pipe(socket);
}

async function listening(server: Server, address: string): Promise<{ server: Server; port: number }> {
  server.listen(0, address);
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

/** Its extension supported_versions names TLS 1.3, alone or first. */
export function offersTls13(hello: Buffer): boolean {
  return [2, 4, 6, 8].some((length) => hello.includes(Buffer.from([0, 43, 0, length + 1, length, 3, 4])));
}

/** A fatal alert in a TLS record. */
export function alert(description: number): Buffer {
  return Buffer.from([21, 3, 1, 0, 2, 2, description]);
}

/**
 * Rejects this share of all ClientHellos. It selects the same ones in any order of arrival, by what they offer and how
 * often they arrived.
 */
export function share(part: number, seed: number): TurnsAway {
  const came = new Map<string, number>();
  return ({ hello }) => {
    const offer = offerOf(hello);
    const before = came.get(offer) ?? 0;
    came.set(offer, before + 1);
    return createHash('sha256').update(`${seed} ${offer} ${before}`).digest().readUInt32BE() < part * 0x1_0000_0000;
  };
}

/** Suites and first extensions, which contain no random values. */
function offerOf(hello: Buffer): string {
  const suites = 44 + (hello[43] ?? 0);
  if (hello[0] !== 22 || suites + 2 > hello.length) return 'other';
  return hello.toString('latin1', suites, suites + 2 + hello.readUInt16BE(suites) + 120);
}

/** The TLS evidence of `shop.test` on this port of the lab. */
export async function gatherAt(port: number, dnsServer: string): Promise<TlsEvidence> {
  const policy = {
    allowCidrs: ['127.77.0.0/16'],
    allowPorts: [port],
    dnsServers: [dnsServer],
    userAgent: 'Palisade-Lab',
  };
  const egress = createEgress(policy);
  const target = parseTarget(`https://shop.test:${port}/`, policy);
  const tls = await gatherTls({ target, egress, signal: AbortSignal.timeout(30_000) });
  egress.close();
  if (!tls.ok) throw new Error(tls.reason);
  return tls.value;
}
