/**
 * The cost of authorization: `verify-key` and `usage` over HTTP, and the quota statement, with BENCH_KEYS keys
 * (default 100,000), each for BENCH_SECONDS.
 */
import { fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { issueKey } from '@palisade/access/keys';
import { takeMonthlyScan } from '@palisade/access/monthly-quota';
import { releaseUnit } from '@palisade/access/quota';
import { seedAccess } from '@palisade/access/seed-access';
import { createDb } from '@palisade/db/client';
import { migrate } from '@palisade/db/migrate/migrate';
import { migrateQueue } from '@palisade/queue/migrate-queue';
import { figure, percentile, rounded, table } from './print.ts';
import { startBenchCluster } from './stand/cluster.ts';

const KEYS = Number(process.env['BENCH_KEYS'] ?? 100_000);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const CONCURRENCY = Number(process.env['BENCH_CONCURRENCY'] ?? 32);
const APP_SECRET = 'a secret for benchmarks only';

const cluster = await startBenchCluster();
const db = createDb(cluster.url, { max: 20 });
try {
  await migrate(cluster.url);
  await migrateQueue(cluster.url);
  await seedAccess(db, KEYS);
  const keys: string[] = [];
  for (let index = 0; index < 100; index += 1) keys.push(await newKey(`bench:${index}`));
  await measure('take one scan of a random key', async () => {
    await takeMonthlyScan(db, { id: randomSeedId(), plan: 'pro', monthlyScans: 1_000_000 }, { leaseMs: 60_000 });
  });
  await measure('take and give back, all on one key', async () => {
    const unit = await takeMonthlyScan(
      db,
      { id: seedId(1), plan: 'pro', monthlyScans: 1_000_000 },
      { leaseMs: 60_000 },
    );
    await releaseUnit(db, unit.id);
  });
  await overHttp(keys);
  table();
} finally {
  await db.$disconnect();
  await cluster.close();
}

async function overHttp(keys: string[]): Promise<void> {
  const server = fork(fileURLToPath(new URL('../apps/api/src/server.ts', import.meta.url)), {
    env: {
      ...process.env,
      DATABASE_URL: cluster.url,
      APP_SECRET,
      PORT: '0',
      DATA_DIR: cluster.dataDir,
      LOG_LEVEL: 'error',
    },
    execArgv: [],
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.on(
      'message',
      (message: { listening?: { port: number } }) => message.listening && resolve(message.listening.port),
    );
    server.once('exit', (code) => reject(new Error(`the API ended with ${code}`)));
  });
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const call = (target: string, headers: Record<string, string> = {}) =>
    new Promise<void>((resolve, reject) => {
      request({ agent, port, host: '127.0.0.1', path: target, headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${target.split('?')[0]} answered ${answer.statusCode}`));
        answer.resume().once('end', resolve);
      })
        .once('error', reject)
        .end();
    });
  try {
    await measure('GET /api/verify-key', () => call('/api/verify-key', { 'x-api-key': pick(keys) }));
    await measure('GET /api/usage', () => call(`/api/usage?key=${pick(keys)}`));
  } finally {
    agent.destroy();
    server.removeAllListeners('exit').kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
  }
}

/** CONCURRENCY loops for SECONDS, after a second to warm up. */
async function measure(what: string, once: () => Promise<void>): Promise<void> {
  const loop = async (until: number, times: number[]) => {
    while (performance.now() < until) {
      const from = performance.now();
      await once();
      times.push(performance.now() - from);
    }
  };
  const all = (until: number, times: number[]) =>
    Promise.all(Array.from({ length: CONCURRENCY }, () => loop(until, times)));
  await all(performance.now() + 1000, []);
  const times: number[] = [];
  const from = performance.now();
  await all(from + SECONDS * 1000, times);
  const seconds = (performance.now() - from) / 1000;
  figure({
    bench: `access: ${what}`,
    keys: KEYS,
    concurrency: CONCURRENCY,
    per_second: Math.round(times.length / seconds),
    p50_ms: rounded(percentile(times, 0.5), 2),
    p99_ms: rounded(percentile(times, 0.99), 2),
  });
}

async function newKey(source: string): Promise<string> {
  const order = { email: 'bench@example.com', plan: 'pro' as const, source };
  return (await db.$transaction((tx) => issueKey(tx, order, APP_SECRET), { maxWait: 30_000, timeout: 30_000 })).key;
}

function seedId(number: number): string {
  return `00000000-0000-4000-9000-${number.toString(16).padStart(12, '0')}`;
}

function randomSeedId(): string {
  return seedId(1 + Math.floor(Math.random() * KEYS));
}

function pick(keys: string[]): string {
  return keys[Math.floor(Math.random() * keys.length)] ?? '';
}
