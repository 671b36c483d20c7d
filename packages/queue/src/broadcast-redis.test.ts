import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Redis } from 'ioredis';
import { redisOrSkip, startRedis, type RedisServer } from '../test/redis-server.ts';
import type { Broadcast } from './broadcast.ts';
import { redisBroadcast } from './broadcast-redis.ts';

/** What makes a Redis that is up refuse every job, and what ends it. */
const REFUSES_WRITES: readonly [error: string, begin: readonly string[], end: readonly string[]][] = [
  ['READONLY', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
  ['OOM', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
  ['NOREPLICAS', ['CONFIG', 'SET', 'min-replicas-to-write', '3'], ['CONFIG', 'SET', 'min-replicas-to-write', '0']],
];

describe.skipIf(!redisOrSkip())('whether Redis takes jobs', () => {
  let server: RedisServer;
  let admin: Redis;
  let broadcast: Broadcast;
  beforeAll(async () => {
    server = await startRedis();
    admin = new Redis(server.url);
    broadcast = redisBroadcast({ url: server.url, cluster: false }, () => undefined);
    await vi.waitUntil(() =>
      broadcast.ping().then(
        () => true,
        () => false,
      ),
    );
  });
  afterAll(async () => {
    await broadcast.close();
    admin.disconnect();
    await server.stop();
  });

  it.each(REFUSES_WRITES)(
    '%s: not now, and again after it',
    async (error, [command = '', ...rest], [end = '', ...more]) => {
      await admin.call(command, ...rest);
      await expect(broadcast.ping()).rejects.toThrow(new RegExp(`^${error}`, 'u'));
      await admin.call(end, ...more);
      await broadcast.ping();
    },
  );

  it('leaves nothing behind', async () => {
    await broadcast.ping();
    expect(await admin.keys('*')).toEqual(['palisade:writable']);
    expect(await admin.pttl('palisade:writable')).toBeGreaterThan(0);
  });
});
