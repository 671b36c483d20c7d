import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { decode } from 'dns-packet';
import type { LabRecord } from './dns/record.ts';
import { respond, type Question, type Response, type Rules } from './dns/respond.ts';
import { Zone } from './dns/zone.ts';

export type { LabRecord } from './dns/record.ts';
export type { DnsFault } from './dns/fault.ts';
export type { Rules } from './dns/respond.ts';

export interface DnsServerOptions extends Rules {
  /** Zone-file lines with absolute names, or records: `['good.test A 127.66.0.10', …]`. `*.test A …` matches any name. */
  records: readonly (string | LabRecord)[];
  address?: string;
  port?: number;
}

export interface LabDnsServer {
  address: string;
  port: number;
  /** `host:port`, the format of `SCAN_DNS_SERVERS`. */
  server: string;
  /** Every question so far, in order of arrival. */
  queries: Question[];
  setRecords(records: readonly (string | LabRecord)[]): void;
  setRules(rules: Rules): void;
  close(): Promise<void>;
}

/** An authoritative server over UDP and TCP. It can also act as a validating resolver and misbehave on demand. */
export async function startDnsServer(options: DnsServerOptions): Promise<LabDnsServer> {
  const address = options.address ?? '127.88.0.53';
  let zone = new Zone(options.records);
  const { udp, tcp, port } = await bindBoth(address, options.port ?? 0);
  let rules: Rules = options;
  const queries: Question[] = [];
  const sockets = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  const rotation = new Map<string, number>();

  const answer = (message: Buffer, transport: 'udp' | 'tcp', send: (bytes: Buffer) => void): void => {
    let packet;
    try {
      packet = decode(message);
    } catch {
      return;
    }
    const response: Response = respond(packet, transport, { zone, rules, rotation, log: queries });
    if (response.silent) return;
    if (response.delayMs === 0) return send(response.bytes);
    const timer = setTimeout(() => {
      timers.delete(timer);
      send(response.bytes);
    }, response.delayMs);
    timers.add(timer);
  };

  udp.on('message', (message: Buffer, peer: RemoteInfo) =>
    answer(message, 'udp', (bytes) => udp.send(bytes, peer.port, peer.address, () => undefined)),
  );
  tcp.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    readFrames(socket, (message) => answer(message, 'tcp', (bytes) => sendFrame(socket, bytes)));
  });

  return {
    address,
    port,
    server: `${address.includes(':') ? `[${address}]` : address}:${port}`,
    queries,
    setRecords: (records) => {
      zone = new Zone(records);
    },
    setRules: (next) => {
      rules = next;
    },
    async close() {
      for (const timer of timers) clearTimeout(timer);
      for (const socket of sockets) socket.destroy();
      await Promise.all([new Promise((done) => tcp.close(done)), new Promise<void>((done) => udp.close(done))]);
    },
  };
}

/** Port 0 picks a number for UDP. If that number is in use for TCP, another is tried. */
async function bindBoth(address: string, port: number): Promise<{ udp: UdpSocket; tcp: Server; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const udp = createSocket({ type: address.includes(':') ? 'udp6' : 'udp4', recvBufferSize: 1 << 20 });
    udp.bind(port, address);
    await once(udp, 'listening');
    const chosen = udp.address().port;
    const tcp = createServer();
    try {
      tcp.listen(chosen, address);
      await once(tcp, 'listening');
      udp.on('error', () => undefined);
      return { udp, tcp, port: chosen };
    } catch (error) {
      udp.close();
      if (port !== 0 || attempt === 10) throw error;
    }
  }
}

/** RFC 1035 §4.2.2: each message is preceded by its length in two bytes. */
function readFrames(socket: Socket, onMessage: (message: Buffer) => void): void {
  let pending = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
      const end = 2 + pending.readUInt16BE(0);
      onMessage(pending.subarray(2, end));
      pending = pending.subarray(end);
    }
  });
}

function sendFrame(socket: Socket, message: Buffer): void {
  if (!socket.writable) return;
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  socket.write(Buffer.concat([length, message]));
}
