import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCluster } from '@palisade/db/embedded/cluster';
import { startRedis } from '../../packages/queue/test/redis-server.ts';
import { startStack } from '../stack.ts';
import { partitionProxy, type PartitionProxy } from './partition-proxy.ts';
import { runStory } from './run-story.ts';

/** Stories of a service that uses external servers through a TCP proxy that can cut the connection. */
export async function storiesOnExternalServers(
  kind: string,
  env: Readonly<Record<string, string>>,
  wanted: (name: string) => boolean,
): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'palisade-other-'));
  await chmod(folder, 0o755);
  const options = { dataDir: path.join(folder, 'database') };
  let cluster = await startCluster(options);
  const database = new URL(cluster.url);
  const redis = kind === 'redis' ? await startRedis() : undefined;
  const ways: PartitionProxy[] = [await partitionProxy({ host: '127.0.0.1', port: cluster.port })];
  const throughProxy = (url: string, way: PartitionProxy | undefined) => {
    const changed = new URL(url);
    changed.port = String(way?.port);
    return changed.href;
  };
  if (redis) ways.push(await partitionProxy({ host: '127.0.0.1', port: Number(new URL(redis.url).port) }));
  const stack = await startStack({
    env: {
      ...env,
      FREE_SCANS_PER_DAY: '10000',
      APP_SECRET: randomBytes(32).toString('base64url'),
      DATABASE_URL: throughProxy(database.href, ways[0]),
      ...(redis && { REDIS_URL: throughProxy(redis.url, ways[1]) }),
    },
  });
  const cut = async (which: readonly PartitionProxy[], way: 'reset' | 'silent', ms: number) => {
    for (const one of which) one.set(way);
    await sleep(ms);
    for (const one of which) one.set('open');
  };
  const stories: Readonly<Record<string, () => Promise<unknown>>> = {
    'the way to PostgreSQL cut for 8 s': () => cut(ways.slice(0, 1), 'reset', 8_000),
    'the way to PostgreSQL silent for 12 s': () => cut(ways.slice(0, 1), 'silent', 12_000),
    'the ways to all servers cut for 8 s': () => cut(ways, 'reset', 8_000),
    'PostgreSQL restarted': async () => {
      await cluster.stop();
      await sleep(2_000);
      cluster = await startCluster({ ...options, port: cluster.port });
    },
    ...(redis && {
      'the way to Redis cut for 8 s': () => cut(ways.slice(1), 'reset', 8_000),
      'the way to Redis silent for 12 s': () => cut(ways.slice(1), 'silent', 12_000),
      'Redis restarted': async () => {
        redis.kill('SIGTERM');
        await sleep(2_000);
        await redis.start();
      },
    }),
  };
  try {
    let sound = true;
    for (const [name, story] of Object.entries(stories))
      if (wanted(name)) sound = (await runStory(stack, kind, name, story)) && sound;
    return sound;
  } finally {
    await stack.stop();
    for (const way of ways) way.close();
    await redis?.stop();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
