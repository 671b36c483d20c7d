import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

interface Place {
  address: string;
  port: number;
}

/**
 * A proxy to a TCP server that adds half a round trip in each direction. On loopback the kernel completes handshakes at once, so
 * the first bytes of a connection are delayed by the round trip that the handshake would have taken.
 */
export async function delayTcp(from: Place, to: Place, roundTripMs: number): Promise<() => void> {
  const half = roundTripMs / 2;
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (near) => {
    const far = connect({ host: to.address, port: to.port, noDelay: true, allowHalfOpen: true });
    pass(near, far, half, roundTripMs);
    pass(far, near, half, 0);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
  });
  server.listen(from.port, from.address);
  await once(server, 'listening');
  return () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
}

/** Timers of one length fire in the order they were set, and none before the first chunk is through. */
function pass(source: Socket, target: Socket, halfMs: number, handshakeMs: number): void {
  const open = performance.now() + handshakeMs;
  const later = (work: () => void): void => {
    const wait = Math.max(0, open - performance.now()) + halfMs;
    setTimeout(work, wait);
  };
  source.on('data', (chunk: Buffer) => later(() => target.writable && target.write(chunk)));
  source.on('end', () => later(() => target.end()));
  source.on('close', () => later(() => target.destroy()));
}

/** The same for a DNS server over UDP. */
export async function delayUdp(from: Place, to: Place, roundTripMs: number): Promise<() => void> {
  const line = createSocket('udp4');
  line.on('message', (question, peer) => {
    const far = createSocket('udp4');
    const over = setTimeout(() => far.close(), 5000);
    far.on('message', (answer) => {
      clearTimeout(over);
      far.close();
      setTimeout(() => line.send(answer, peer.port, peer.address), roundTripMs / 2);
    });
    setTimeout(() => far.send(question, to.port, to.address), roundTripMs / 2);
  });
  line.bind(from.port, from.address);
  await once(line, 'listening');
  return () => line.close();
}
