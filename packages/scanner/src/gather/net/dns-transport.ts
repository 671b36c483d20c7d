import { createSocket } from 'node:dgram';
import { connect, isIPv6 } from 'node:net';
import type { DnsServer } from './dns-servers.ts';

type TransportFault = 'unreachable' | 'closed';

/** One pending query: packets arrive in `onPacket` until `close` is called. */
export interface Exchange {
  close(): void;
}

interface Handlers {
  onPacket(packet: Buffer): void;
  onFault(fault: TransportFault): void;
}

/**
 * One datagram from its own socket: a new random source port for every try, and connected, so that the kernel drops
 * packets from any other address (RFC 5452 §9).
 */
export function askOverUdp(server: DnsServer, packet: Buffer, handlers: Handlers): Exchange {
  const socket = createSocket(isIPv6(server.address) ? 'udp6' : 'udp4');
  let open = true;
  const close = (): void => {
    if (!open) return;
    open = false;
    socket.close();
  };
  const fail = (): void => {
    if (!open) return;
    close();
    handlers.onFault('unreachable');
  };
  socket.on('error', fail);
  socket.on('message', (message) => {
    if (open) handlers.onPacket(message);
  });
  socket.on('connect', () => {
    if (open) socket.send(packet, (error) => error && fail());
  });
  socket.connect(server.port, server.address);
  return { close };
}

/** The same query over TCP after a truncated response (RFC 7766): a two-octet length, then the message. */
export function askOverTcp(server: DnsServer, packet: Buffer, handlers: Handlers): Exchange {
  const socket = connect({ host: server.address, port: server.port });
  const chunks: Buffer[] = [];
  let received = 0;
  let open = true;
  const close = (): void => {
    open = false;
    socket.destroy();
  };
  const fail = (fault: TransportFault): void => {
    if (!open) return;
    close();
    handlers.onFault(fault);
  };
  socket.on('connect', () => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(packet.length);
    socket.write(Buffer.concat([length, packet]));
  });
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    received += chunk.length;
    if (received < 2) return;
    const all = Buffer.concat(chunks);
    const length = all.readUInt16BE(0);
    if (all.length < length + 2) return;
    // One query, one response: anything else that a server sends is ignored.
    close();
    handlers.onPacket(all.subarray(2, length + 2));
  });
  socket.on('error', () => fail('unreachable'));
  socket.on('close', () => fail('closed'));
  return { close };
}
