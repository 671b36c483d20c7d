import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabase } from '@palisade/db/test-database';
import { expect, it, onTestFinished } from 'vitest';
import { startingDatabase } from '../test/starting-database.ts';
import { postgresBroadcast } from './broadcast-postgres.ts';

/** A connection to the database that can be cut, and counts attempts. */
async function proxyTo(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const { hostname } = target;
  const port = Number(target.port);
  const sockets = new Set<Socket>();
  const proxy = { open: true, tries: 0, url: '', shut: () => undefined as void };
  const server = createServer((near) => {
    proxy.tries += 1;
    near.on('error', () => undefined);
    if (!proxy.open) {
      near.destroy();
      return;
    }
    const far = connect(port, hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  target.port = String((server.address() as AddressInfo).port);
  proxy.url = target.href;
  proxy.shut = () => {
    proxy.open = false;
    for (const socket of sockets) socket.destroy();
  };
  return proxy;
}

it('reconnects one attempt at a time while the database is down, and then receives messages again', async () => {
  await using database = await testDatabase();
  const proxy = await proxyTo(database.url);
  const broadcast = postgresBroadcast(proxy.url, () => undefined);
  const messages: string[] = [];
  let reconnections = 0;
  broadcast.onReconnect(() => (reconnections += 1));
  await broadcast.subscribe('a_topic', (message) => messages.push(message));
  proxy.shut();
  const before = proxy.tries;
  await sleep(1_500);
  const tries = proxy.tries - before;
  expect(tries).toBeGreaterThan(0);
  // One attempt per 100 ms: if attempts started further attempts, there would be thousands by now.
  expect(tries).toBeLessThanOrEqual(16);
  proxy.open = true;
  await expect.poll(() => reconnections).toBe(1);
  await broadcast.publish('a_topic', 'back');
  await expect.poll(() => messages).toEqual(['back']);
  await broadcast.close();
});

it('the first subscription waits for a database that is starting up', async () => {
  await using database = await testDatabase();
  const { url, state, close } = await startingDatabase(database.url);
  const errors: string[] = [];
  const broadcast = postgresBroadcast(url, ({ message }) => errors.push(message));
  const messages: string[] = [];
  const subscribed = broadcast.subscribe('a_topic', (message) => messages.push(message));
  await expect.poll(() => errors.length).toBeGreaterThan(2);
  state.starting = false;
  await subscribed;
  await broadcast.publish('a_topic', 'hello');
  await expect.poll(() => messages).toEqual(['hello']);
  expect(new Set(errors)).toEqual(new Set(['the database system is starting up']));
  await broadcast.close();
  close();
});

it('a refused first connection is an error at once, and the next subscription tries again', async () => {
  await using database = await testDatabase();
  const nowhere = new URL(database.url);
  nowhere.pathname = '/no_such_database';
  const broadcast = postgresBroadcast(nowhere.href, () => undefined);
  await expect(broadcast.subscribe('a_topic', () => undefined)).rejects.toThrow('does not exist');
  await expect(broadcast.subscribe('a_topic', () => undefined)).rejects.toThrow('does not exist');
  await broadcast.close();
});
