import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shakeHands } from './handshake.ts';

/** HelloRequests in separate records (RFC 5246 §7.4.1.1): OpenSSL skips them while it waits for a ServerHello. */
const RECORDS = Buffer.concat(Array<Buffer>(500).fill(Buffer.from([22, 3, 3, 0, 4, 0, 0, 0, 0])));

const open = new Set<Socket>();
const server = createServer((socket) => {
  open.add(socket);
  socket.on('error', () => undefined).on('close', () => open.delete(socket));
  const send = (): void => {
    while (!socket.destroyed && socket.write(RECORDS));
    socket.once('drain', send);
  };
  socket.once('data', send);
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  for (const socket of open) socket.destroy();
  server.close();
});

it('a server that sends endless records is abandoned long before the time limit of a handshake', async () => {
  const { port } = server.address() as AddressInfo;
  const dial = () =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', reject);
    });
  const signal = AbortSignal.timeout(30_000);
  const answer = await shakeHands(dial, { host: 'flood.test', extraCa: undefined, kind: 'usual', signal });
  expect(answer).toMatchObject({ completed: false, fault: 'the server sends more than any handshake needs' });
});
