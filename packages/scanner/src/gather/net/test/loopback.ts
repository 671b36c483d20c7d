import { once } from 'node:events';
import { createServer, Socket, type AddressInfo, type Server } from 'node:net';
import { startDnsServer, type DnsServerOptions, type LabDnsServer } from '@palisade/lab/dns-server';
import { dialTcp, type Dial } from '../dial.ts';
import type { Egress, EgressPolicy } from '../egress.ts';
import { createEgressOver } from '../guarded-egress.ts';

const closing: (() => unknown)[] = [];

/** For `afterEach`: everything that was opened here. */
export async function closeLoopback(): Promise<void> {
  await Promise.all(closing.splice(0).map((close) => close()));
}

export interface Peer {
  port: number;
  connections: number;
  server: Server;
}

export async function listen(
  address: string,
  onSocket: (socket: Socket) => void = (s) => s.destroy(),
  port = 0,
): Promise<Peer> {
  const server = createServer();
  const sockets = new Set<Socket>();
  const peer: Peer = { port: 0, connections: 0, server };
  server.on('connection', (socket) => {
    peer.connections += 1;
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    onSocket(socket);
  });
  server.listen(port, address);
  await once(server, 'listening');
  peer.port = (server.address() as AddressInfo).port;
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((done) => server.close(done));
  });
  return peer;
}

export async function startDns(options: DnsServerOptions): Promise<LabDnsServer> {
  const dns = await startDnsServer(options);
  closing.push(() => dns.close());
  return dns;
}

/** Opens the lab's range and every port: what is refused here is refused for its address or its name. */
export function policyOf(dns: LabDnsServer | null, change: Partial<EgressPolicy> = {}): EgressPolicy {
  return {
    allowCidrs: ['127.77.0.0/16'],
    allowPorts: [[1, 65_535]],
    dnsServers: [dns?.server ?? '127.88.0.99:1'],
    userAgent: 'Palisade-Test',
    ...change,
  };
}

export function egressOver(policy: EgressPolicy, dial: Dial = dialTcp): Egress {
  const egress = createEgressOver(policy, dial);
  closing.push(() => egress.close());
  return egress;
}

/** Records what would be dialed and lets nothing out. */
export function recorder(): { dial: Dial; dialed: string[] } {
  const dialed: string[] = [];
  const dial: Dial = ({ address }, port) => {
    dialed.push(`${address} ${port}`);
    const socket = new Socket();
    queueMicrotask(() => socket.destroy(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })));
    return socket;
  };
  return { dial, dialed };
}

export const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
export const answer = (bytes: string) => (socket: Socket) => socket.once('data', () => socket.end(bytes));
