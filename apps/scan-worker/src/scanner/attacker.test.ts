import { readdir } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { unpacked } from '@palisade/db/packed';
import { testDatabase } from '@palisade/db/test-database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { redisOrSkip, startRedis } from '../../../../packages/queue/test/redis-server.ts';
import { createScannerPool } from './scanner-pool.ts';

const hasRedis = redisOrSkip();
type Got = Record<string, unknown>;
let got: Got;
/** The same if the operator has opened this machine to scans: then the servers must defend themselves. */
let gotInside: Got;
let calls = 0;

beforeAll(async () => {
  await using database = await testDatabase();
  const redis = hasRedis ? await startRedis() : undefined;
  // Stands in for the service: without OPS_TOKEN its `/ops` trusts every caller on this machine.
  const web = createServer((socket) => {
    calls += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(web, 'listening');
  process.env['STRIPE_SECRET_KEY'] = 'sk_live_secret';
  // `SIGUSR1` would open a debugger, through which an attacker could control the supervisor.
  process.on('SIGUSR1', () => undefined);
  const { port, pathname } = new URL(database.url);
  const doors = new URLSearchParams({
    web: String((web.address() as AddressInfo).port),
    postgres: port,
    database: pathname.slice(1),
  });
  if (redis) doors.set('redis', new URL(redis.url).port);
  try {
    got = await attackWith([], doors);
    // What it reaches here does not count above.
    const before = calls;
    gotInside = await attackWith(['127.0.0.0/8'], doors);
    calls = before;
  } finally {
    delete process.env['STRIPE_SECRET_KEY'];
    await redis?.stop();
    web.close();
  }
}, 120_000);

async function attackWith(allowCidrs: string[], doors: URLSearchParams): Promise<Got> {
  const pool = createScannerPool({
    entry: new URL('../../test/locked-scanner.ts', import.meta.url),
    policy: { allowCidrs, allowPorts: [443], dnsServers: ['127.0.0.53'], userAgent: 'test' },
    timeoutMs: 20_000,
    heapMb: 64,
    processes: 1,
    onDeath: () => undefined,
  });
  try {
    const order = { scanId: randomUUID(), url: `https://x.test/attack?${doors}`, priority: 0 };
    const outcome = (await pool.run(order, new AbortController().signal)) as { report: Uint8Array };
    return JSON.parse(unpacked(outcome.report).toString()) as Got;
  } finally {
    pool.close();
  }
}
afterAll(() => void process.removeAllListeners('SIGUSR1'));

it('an attacker inside a scanner finds no secret in its environment', () => {
  expect(Object.keys(got['environment'] as object).toSorted()).toEqual(['MALLOC_ARENA_MAX', 'NODE_ENV', 'TZ']);
  expect(JSON.stringify(got)).not.toContain('sk_live_secret');
});

it('reads and writes no file, starts no process and no thread, loads no machine code, reaches no other process and no server of this machine', async () => {
  const { environment: _, ...deeds } = got;
  expect(Object.keys(deeds).length).toBeGreaterThan(80);
  for (const [what, outcome] of Object.entries(deeds))
    expect([what, outcome]).toEqual([what, expect.stringMatching(/^refused /)]);
  expect((await readdir('/tmp')).filter((name) => name.startsWith('palisade-was-here'))).toEqual([]);
  expect(calls).toBe(0);
  for (const port of [9229, 9333])
    await new Promise<void>((resolve, reject) => {
      const probe = createServer()
        .once('error', reject)
        .listen(port, '127.0.0.1', () => probe.close(() => resolve()));
    });
});

it('PostgreSQL asks for a password where scans may reach it', () => {
  expect(gotInside['web']).toMatch(/^refused (?:ECONNRESET|UND_ERR_SOCKET)/);
  // AuthenticationSASL, protocol 3.0: R, length, 10, then the mechanisms; never AuthenticationOk (0).
  for (const door of ['postgres', 'postgresAsService']) expect(gotInside[door]).toMatch(/^R.{4}\0\0\0\nSCRAM-SHA-256/s);
});

it.runIf(hasRedis)('Redis asks for a password where scans may reach it', () => {
  expect(gotInside['redis']).toMatch(/^-NOAUTH /);
  expect(gotInside['redis']).not.toContain('*');
});
