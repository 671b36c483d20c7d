import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDb, type Db } from '@palisade/db/client';
import { startCluster, type Cluster } from '@palisade/db/embedded/cluster';
import { migrate } from '@palisade/db/migrate/migrate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consumeUnit, takeUnit, unitsUsed, type Quota, type QuotaReservation } from './quota.ts';

/** Its own server, which may be killed. */
let cluster: Cluster;
let db: Db;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'palisade-quota-crash-'));
  await chmod(dataDir, 0o755);
  cluster = await startCluster({ dataDir, ephemeral: true });
  await migrate(cluster.url);
  db = createDb(cluster.url);
  // A killed process loses what it had not written. The file system keeps the rest, so no flush is needed.
  await db.$executeRawUnsafe('alter database palisade set synchronous_commit = on');
  await reconnected();
});
afterAll(async () => {
  await db.$disconnect();
  await cluster.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** How long PostgreSQL keeps an asynchronous commit in memory: the longest allowed, or until a later commit is flushed. */
async function writesLog(everyMs: number): Promise<void> {
  await db.$executeRawUnsafe(`alter system set wal_writer_delay = ${everyMs}`);
  await db.$executeRawUnsafe('select pg_reload_conf()');
}

/** PostgreSQL's writer of asynchronous commits stands still until the server is killed: what is in memory stays there. */
async function logWriterStops(): Promise<void> {
  const [writer] = await db.$queryRaw<{ pid: number }[]>`
    select pid from pg_stat_activity where backend_type = 'walwriter'`;
  if (!writer) throw new Error('no walwriter');
  process.kill(writer.pid, 'SIGSTOP');
}

/** As by an out-of-memory killer: no process of the server gets to write anything more. */
async function killedAndRecovered(): Promise<void> {
  const processes = await db.$queryRaw<{ pid: number }[]>`select pid from pg_stat_activity`;
  for (const pid of [cluster.pid, ...processes.map((process) => process.pid)]) kill(pid);
  await cluster.exited;
  cluster = await startCluster({ dataDir, ephemeral: true, port: cluster.port });
  await reconnected();
}

async function reconnected(): Promise<void> {
  await db.$disconnect();
  db = createDb(cluster.url);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It exited when its parent did.
  }
}

const lease = { leaseMs: 60_000 };
let subjects = 0;
const quotaOf = (limit: number): Quota => ({ subject: `key:${(subjects += 1)}`, period: '2026-11', limit });
const take = async (quota: Quota): Promise<QuotaReservation> => {
  const unit = await takeUnit(db, quota, lease);
  if (!unit) throw new Error('no unit is left');
  return unit;
};
const stateOf = async ({ id }: QuotaReservation) =>
  (await db.quotaReservation.findUnique({ where: { id } }))?.state ?? 'lost';
const inUse = async ({ subject }: Quota) =>
  db.quotaReservation.count({ where: { subject, state: { not: 'released' } } });

/** Takes and consumes what is left. @returns how many there were */
async function servedUntilRefused(quota: Quota): Promise<number> {
  let served = 0;
  for (let unit = await takeUnit(db, quota, lease); unit; unit = await takeUnit(db, quota, lease))
    if (await consumeUnit(db, unit.id)) served += 1;
  return served;
}

describe('PostgreSQL is killed while a unit is in memory only', () => {
  it('the unit is lost with its reservation, and nothing is delivered for it', async () => {
    const quota = quotaOf(5);
    await logWriterStops();
    const [held, delivered] = [await take(quota), await take(quota)];
    expect(await consumeUnit(db, delivered.id)).toBe(true);
    const inMemory = await take(quota);
    expect(await unitsUsed(db, quota.subject, quota.period)).toBe(3);

    await killedAndRecovered();
    // What waited for the disk took everything before it along.
    expect(await Promise.all([held, delivered, inMemory].map(stateOf))).toEqual(['held', 'consumed', 'lost']);
    expect(await unitsUsed(db, quota.subject, quota.period)).toBe(2);
    expect(await consumeUnit(db, inMemory.id)).toBe(false);
    expect(await consumeUnit(db, held.id)).toBe(true);
    // Two were delivered and three are left: five, as sold.
    expect(await servedUntilRefused(quota)).toBe(3);
  });

  it('between 60 callers at once: the counts are exact, and exactly the units that were sold are delivered', async () => {
    await writesLog(200);
    const quota = quotaOf(40);
    const delivered: QuotaReservation[] = [];
    const call = async (): Promise<void> => {
      const unit = await takeUnit(db, quota, lease);
      if (unit && delivered.length < 15 && (await consumeUnit(db, unit.id))) delivered.push(unit);
    };
    const callers = Promise.allSettled(Array.from({ length: 60 }, call));
    await expect.poll(() => delivered.length, { interval: 1 }).toBeGreaterThan(3);
    await killedAndRecovered();
    await callers;

    expect(new Set(await Promise.all(delivered.map(stateOf)))).toEqual(new Set(['consumed']));
    expect(await unitsUsed(db, quota.subject, quota.period)).toBe(await inUse(quota));
    const left = await db.quotaReservation.findMany({ where: { subject: quota.subject, state: 'held' } });
    for (const { id } of left) expect(await consumeUnit(db, id)).toBe(true);
    await servedUntilRefused(quota);
    const consumed = await db.quotaReservation.count({ where: { subject: quota.subject, state: 'consumed' } });
    expect(consumed).toBe(quota.limit);
  });
});
