import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { openRedis } from './redis-options.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function listening(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

it('rediss: names the server in the handshake, as hosted servers need', async () => {
  const { promise: hello, resolve } = Promise.withResolvers<Buffer>();
  const port = await listening((socket) => socket.once('data', resolve));
  const client = openRedis({ url: `rediss://localhost:${port}`, cluster: false }, 'produce');
  client.on('error', () => undefined);
  closers.push(() => client.disconnect());
  // RFC 6066 §3: host_name, its length, the name.
  expect((await hello).includes(Buffer.from('\0\0\tlocalhost'))).toBe(true);
});
