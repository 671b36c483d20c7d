import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

/** Prints in one line what is missing; continuous integration must not skip. */
export function redisOrSkip(): boolean {
  if (hasRedisServer) return true;
  if (process.env['CI']) throw new Error('redis-server is missing and CI allows no skip');
  console.log('skipped: needs redis-server (Debian: apt-get install redis-server)');
  return false;
}

export interface RedisServer {
  url: string;
  pid: number;
  kill(signal: NodeJS.Signals): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A real Redis on a free loopback port, with the documented durability settings. */
export async function startRedis(options: { cluster?: boolean } = {}): Promise<RedisServer> {
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'palisade-redis-'));
  const password = randomUUID();
  const url = `redis://:${password}@127.0.0.1:${port}`;
  let child: ReturnType<typeof spawn> | undefined;
  const start = async () => {
    child = spawn(
      'redis-server',
      [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--requirepass',
        password,
        '--dir',
        folder,
        '--appendonly',
        'yes',
        '--save',
        '',
        '--maxmemory-policy',
        'noeviction',
        // A cluster of one node with all slots: keys must still agree on theirs, as in a large one.
        ...(options.cluster ? ['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1'] : []),
      ],
      { stdio: 'ignore' },
    );
    const probe = new Redis(port, '127.0.0.1', { password, retryStrategy: () => 20, maxRetriesPerRequest: null });
    probe.on('error', () => undefined);
    await probe.ping();
    if (options.cluster) {
      await probe.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383').catch(() => undefined);
      while (!String(await probe.call('CLUSTER', 'INFO')).includes('cluster_state:ok')) await sleep(20);
    }
    probe.disconnect();
  };
  await start();
  return {
    url,
    get pid() {
      return child?.pid ?? 0;
    },
    kill: (signal) => void child?.kill(signal),
    start,
    async stop() {
      child?.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
