import { randomUUID } from 'node:crypto';
import {
  beginScan,
  failScan,
  finishScan,
  giveUpScan,
  reapScans,
  renewScans,
  reopenScan,
  type ScanHold,
} from '@palisade/db/scan-leases';
import { joinScan, leaveScan, loadScanResults, startOrJoinScan } from '@palisade/db/scans';
import { createDb, type Db } from '@palisade/db/client';
import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { modelStore } from './model-store.ts';
import { seeded } from './virtual-time.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = await standingClock(database);
});
afterAll(async () => {
  await db.$disconnect();
  await database.close();
});

/** A clock that follows the model's: on a busy machine seconds pass between the call to one and to the other. */
async function standingClock({ url, db: owner }: TestDatabase): Promise<Db> {
  for (const statement of [
    `create table moment as select date_trunc('milliseconds', pg_catalog.now()) as at`,
    `create function public.now() returns timestamptz language sql stable as 'select at from public.moment'`,
    `alter table scan alter column created_at set default public.now()`,
    // Takes precedence over PostgreSQL's.
    `alter database "${new URL(url).pathname.slice(1)}" set search_path = public, pg_catalog`,
  ])
    await owner.$executeRawUnsafe(statement);
  return createDb(url);
}

const FAILURE = { kind: 'internal', message: 'x' } as const;

it('the simulated store and PostgreSQL behave the same for any calls in any order', async () => {
  const chance = seeded(20_261_122);
  let clock = 1_000_000_000;
  const model = modelStore(() => clock);
  const ids: string[] = [];
  const holds: ScanHold[] = [];
  // The latest: hardly any of the others is still in progress.
  const recent = <T>(all: readonly T[]) => all[all.length - 1 - chance.below(Math.min(8, all.length))];
  const anyId = () => recent(ids) ?? randomUUID();
  // Many of them belong to an earlier or later lease than the current one.
  const anyHold = () => {
    const { id, fence } = recent(holds) ?? { id: randomUUID(), fence: 1 };
    return { id, fence: fence + (chance.chance(0.3) ? (chance.chance(0.5) ? 1 : -1) : 0) };
  };
  const both = async <T>(real: Promise<T>, modeled: T) => expect(modeled).toEqual(await real);
  const results = (of: ReadonlyMap<string, { ok: boolean; failure?: unknown }>) =>
    [...of].map(([id, result]) => [id, result.ok, result.failure ?? null]).toSorted();

  const steps: (() => Promise<void>)[] = [
    async () => {
      const id = randomUUID();
      ids.push(id);
      const wanted = {
        id,
        url: 'https://a/',
        tier: 'free' as const,
        singleFlightKey: `k${chance.below(4)}`,
        priority: chance.below(3),
      };
      await both(startOrJoinScan(db, wanted), model.startOrJoinScan(wanted));
    },
    async () => {
      const wanted = { singleFlightKey: `k${chance.below(4)}`, priority: chance.below(3) };
      await both(joinScan(db, wanted), model.joinScan(wanted));
    },
    async () => {
      const id = anyId();
      const [real, modeled] = [await beginScan(db, id), model.beginScan(id)];
      expect(modeled && [modeled.id, modeled.fence]).toEqual(real && [real.id, real.fence]);
      if (real) holds.push({ id: real.id, fence: real.fence });
    },
    async () => {
      const some = Array.from({ length: 3 }, anyHold);
      await both(
        renewScans(db, some).then((held) => [...held].toSorted()),
        [...model.renewScans(some)].toSorted(),
      );
    },
    async () => {
      const hold = anyHold();
      await both(finishScan(db, hold, { a: 1 }), model.finishScan(hold, { a: 1 }));
    },
    async () => {
      const hold = anyHold();
      await both(failScan(db, hold, FAILURE), model.failScan(hold, FAILURE));
    },
    async () => {
      const id = anyId();
      await both(leaveScan(db, id), model.leaveScan(id));
    },
    async () => {
      const id = anyId();
      await both(giveUpScan(db, id, FAILURE), model.giveUpScan(id, FAILURE));
    },
    async () => {
      const id = anyId();
      await both(reopenScan(db, id), model.reopenScan(id));
    },
    async () => {
      // Sometimes it is set back, by more than a scan from the future may be ahead.
      const ms = chance.chance(0.3) ? -chance.below(30_000) : chance.below(12_000);
      clock += ms;
      await db.$executeRawUnsafe(`update moment set at = at + interval '${ms} ms'`);
    },
    async () => both(reapScans(db), model.reapScans()),
    async () => {
      const some = Array.from({ length: 4 }, anyId);
      expect(results(model.loadScanResults([...new Set(some)]))).toEqual(results(await loadScanResults(db, some)));
    },
  ];
  for (let n = 0; n < 600; n += 1) await steps[chance.below(steps.length)]?.();
  const states = await db.scan.findMany({ select: { id: true, state: true, fence: true }, orderBy: { id: 'asc' } });
  expect(
    [...model.rows.values()]
      .map(({ id, state, fence }) => ({ id, state, fence }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  ).toEqual(states);
  expect(new Set(states.map(({ state }) => state)).size).toBeGreaterThanOrEqual(4);
});
