/**
 * The cost of a scan for each part of the service, and what each process uses: processor time a scan, bytes a
 * stored scan, bytes a job in Redis, connections. docs/scaling.md uses these figures.
 */
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { randomUUID } from 'node:crypto';
import { createBackend } from '@palisade/queue/backend';
import { scanJob } from '@palisade/queue/jobs';
import { hasRedisServer, startRedis } from '../packages/queue/test/redis-server.ts';
import { descendants } from '../test/descendants.ts';
import { postmaster, serviceProcess } from '../test/service-process.ts';
import { startStack } from '../test/stack.ts';
import { figure, progress, rounded, table } from './print.ts';
import { count, inFlight } from './stand/clients.ts';
import { startBenchLab } from './stand/lab.ts';
import { processorMs, residentMb } from './stand/machine.ts';

const SCANS = Number(process.env['BENCH_SCANS'] ?? 400);
const JOBS = 2_000;

if (!hasRedisServer) {
  progress('not measured, redis-server is missing');
  process.exit(0);
}
const lab = await startBenchLab(0);
const redis = await startRedis();
const stack = await startStack({
  env: { ...lab.env, FREE_SCANS_PER_DAY: '1000000', REDIS_URL: redis.url },
});
const databaseUrl = (await readFile(path.join(stack.dataDir, 'database.url'), 'utf8')).trim();
const database = new pg.Client(databaseUrl);
await database.connect();
const [databasePort, redisPort] = [Number(new URL(databaseUrl).port), Number(new URL(redis.url).port)];

let asked = 0;
const scan = async () => {
  const answer = await stack.post('/api/scan', { url: `https://shop.test/?n=${(asked += 1)}` });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
};
// As warm as a worker that has run for a minute.
await inFlight(10, count(SCANS), scan);
const server = await postmaster(stack);
const parts: Record<string, () => Promise<number[]>> = {
  api: async () => [await serviceProcess(stack, /api\/src\/server\.ts$/)],
  'scan-worker': async () => {
    const supervisor = await serviceProcess(stack, /scan-worker\/src\/main\.ts$/);
    return [supervisor, ...(await descendants(supervisor))];
  },
  'report-worker': async () => [await serviceProcess(stack, /report-worker\/src\/main\.ts$/)],
  PostgreSQL: async () => [server, ...(await descendants(server))],
  Redis: async () => [redis.pid],
};
const used = async (pids: Promise<number[]>) => (await pids).reduce((sum, pid) => sum + processorMs(pid), 0);
const before = new Map<string, number>();
for (const [part, pids] of Object.entries(parts)) before.set(part, await used(pids()));
await inFlight(20, count(SCANS), scan);
for (const [part, pids] of Object.entries(parts)) {
  const all = await pids();
  const connections = all.map(connectionsOf);
  figure({
    part,
    cpu_ms_per_scan: rounded(((await used(pids())) - (before.get(part) ?? 0)) / SCANS, 2),
    resident_mb: part === 'PostgreSQL' ? '' : all.reduce((sum, pid) => sum + residentMb(pid), 0),
    to_postgres: part === 'PostgreSQL' ? '' : connections.reduce((sum, of) => sum + of.postgres, 0),
    to_redis: part === 'Redis' ? '' : connections.reduce((sum, of) => sum + of.redis, 0),
  });
}

await database.query('vacuum full scan');
const { rows } = await database.query<{ bytes: string; scans: string }>(
  `select pg_total_relation_size('scan') as bytes, count(*) as scans from scan`,
);
figure({
  what: 'a stored scan in PostgreSQL, indices included',
  bytes: Math.round(Number(rows[0]?.bytes) / Number(rows[0]?.scans)),
});
const admin = new Redis(redis.url);
const memory = async () => Number(/used_memory:(\d+)/.exec(await admin.info('memory'))?.[1]);
const backend = createBackend({ databaseUrl, redisUrl: redis.url, onError: () => undefined });
// Any queue without a running worker.
const queue = backend.queue({ ...scanJob, queue: 'footprint' });
await queue.add({ scanId: randomUUID() }, { jobId: randomUUID() });
const empty = await memory();
for (let n = 0; n < JOBS; n += 1) {
  const id = randomUUID();
  await queue.add({ scanId: id }, { jobId: id });
}
figure({ what: 'a waiting job in Redis, its event included', bytes: Math.round(((await memory()) - empty) / JOBS) });
table();
admin.disconnect();
await backend.close();
await database.end();
await stack.stop();
await redis.stop();
lab.close();

/** Established connections of a process, by destination. */
function connectionsOf(pid: number): { postgres: number; redis: number } {
  const sockets = new Set<string>();
  const found = { postgres: 0, redis: 0 };
  // A connection's process may have ended meanwhile.
  if (!existsSync(`/proc/${pid}/fd`)) return found;
  for (const fd of readdirSync(`/proc/${pid}/fd`)) {
    try {
      const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
      if (inode) sockets.add(inode);
    } catch {
      // Closed meanwhile.
    }
  }
  for (const line of readFileSync(`/proc/${pid}/net/tcp`, 'utf8').split('\n').slice(1)) {
    const [, , remote = '', state, , , , , , inode = ''] = line.trim().split(/\s+/);
    if (state !== '01' || !sockets.has(inode)) continue;
    const port = Number.parseInt(remote.split(':')[1] ?? '', 16);
    if (port === databasePort) found.postgres += 1;
    if (port === redisPort) found.redis += 1;
  }
  return found;
}
