import { readdir } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { unpacked } from '@palisade/db/packed';
import { testDatabase } from '@palisade/db/test-database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { redisOrSkip, startRedis } from '../../../../packages/queue/test/redis-server.ts';
import { createScannerPool } from './scanner-pool.ts';

const hasRedis = redisOrSkip();
let got: Record<string, unknown>;

beforeAll(async () => {
  await using database = await testDatabase();
  const redis = hasRedis ? await startRedis() : undefined;
  process.env['STRIPE_SECRET_KEY'] = 'sk_live_secret';
  // What `SIGUSR1` would open: a debugger through which the supervisor could be told what to run.
  process.on('SIGUSR1', () => undefined);
  const pool = createScannerPool({
    entry: new URL('../../test/misbehaving-scanner.ts', import.meta.url),
    policy: { allowCidrs: [], allowPorts: [443], dnsServers: [], userAgent: 'test' },
    timeoutMs: 20_000,
    heapMb: 64,
    processes: 1,
    onDeath: () => undefined,
  });
  try {
    const { port, pathname } = new URL(database.url);
    const doors = new URLSearchParams({ postgres: port, database: pathname.slice(1) });
    if (redis) doors.set('redis', new URL(redis.url).port);
    const order = { scanId: randomUUID(), url: `https://x.test/attack?${doors}`, priority: 0 };
    const outcome = (await pool.run(order, new AbortController().signal)) as { report: Uint8Array };
    got = JSON.parse(unpacked(outcome.report).toString()) as Record<string, unknown>;
  } finally {
    delete process.env['STRIPE_SECRET_KEY'];
    pool.close();
    await redis?.stop();
  }
}, 120_000);
afterAll(() => void process.removeAllListeners('SIGUSR1'));

it('an attacker inside a scanner finds no secret in its environment', () => {
  expect(Object.keys(got['environment'] as object).toSorted()).toEqual(['MALLOC_ARENA_MAX', 'NODE_ENV', 'TZ']);
  expect(JSON.stringify(got)).not.toContain('sk_live_secret');
});

it('reads and writes no file, starts no process and no thread, loads no machine code, reaches no other process', async () => {
  const { environment: _, postgres: _1, postgresAsService: _2, redis: _3, ...deeds } = got;
  expect(Object.keys(deeds).length).toBeGreaterThan(50);
  for (const [what, outcome] of Object.entries(deeds))
    expect([what, outcome]).toEqual([what, expect.stringMatching(/^refused /)]);
  expect((await readdir('/tmp')).filter((name) => name.startsWith('palisade-was-here'))).toEqual([]);
  for (const port of [9229, 9333])
    await new Promise<void>((resolve, reject) => {
      const probe = createServer()
        .once('error', reject)
        .listen(port, '127.0.0.1', () => probe.close(() => resolve()));
    });
});

it('is asked for a password by PostgreSQL', () => {
  // AuthenticationSASL, protocol 3.0: R, length, 10, then the mechanisms; never AuthenticationOk (0).
  for (const door of ['postgres', 'postgresAsService']) expect(got[door]).toMatch(/^R.{4}\0\0\0\nSCRAM-SHA-256/s);
});

it.runIf(hasRedis)('is asked for a password by Redis', () => {
  expect(got['redis']).toMatch(/^-NOAUTH /);
  expect(got['redis']).not.toContain('*');
});
