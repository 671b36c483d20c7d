import { randomUUID } from 'node:crypto';
import { createDb, type Db } from '@palisade/db/client';
import { startOrJoinScan } from '@palisade/db/scans';
import { testDatabase } from '@palisade/db/test-database';
import { scanJob } from '@palisade/queue/jobs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAdmission, type Admission, type Slot } from './admission.ts';

const SLOTS = 10;
/** With the first guess of one second a scan, and 19 s until callers give up: 160 scans may be ahead. */
const LIMITS = { longestWaitMs: 4_000, longestLifeMs: 19_000 };
const GRANTED = 161;

let database: Awaited<ReturnType<typeof testDatabase>>;
let db: Db;
let slots: Slot[] = [];
beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
  const seenAt = new Date(Date.now() + 3_600_000);
  const worker = { kind: scanJob.queue, pid: 1, engineVersion: '', running: [], eventLoopP99Ms: 0, residentBytes: 0 };
  await db.workerHeartbeat.create({
    data: { id: 'theirs', ...worker, concurrency: SLOTS, startedAt: new Date(), seenAt },
  });
});
afterEach(async () => {
  for (const slot of slots) slot.leave();
  slots = [];
  await db.scan.deleteMany();
});
afterAll(() => database.close());

const take = (admission: Admission, priority = 0): Slot => {
  const slot = admission.take(priority);
  slots.push(slot);
  return slot;
};
const takeMany = (admission: Admission, many: number, priority = 0) =>
  Array.from({ length: many }, () => take(admission, priority));
const granted = async (line: Slot[]) =>
  (await Promise.all(line.map((slot) => slot.refusal()))).filter((refusal) => refusal === null).length;
const enqueue = async (slot: Slot, singleFlightKey: string) => {
  slot.setKey(singleFlightKey);
  const scan = {
    id: randomUUID(),
    url: 'https://a.example/',
    tier: 'paid' as const,
    singleFlightKey,
    priority: slot.priority,
  };
  await startOrJoinScan(db, scan);
  slot.queued();
};
const freshFigures = () => new Promise((resolve) => setTimeout(resolve, 700));

describe('the admission queue', () => {
  it('admits of a first burst, before it has figures, exactly what can be served in time', async () => {
    const line = takeMany(createAdmission({ db, ...LIMITS }), 500);
    expect(line.every(({ refusedAtOnce }) => refusedAtOnce === null)).toBe(true);
    expect(await granted(line)).toBe(GRANTED);
    expect(await line[GRANTED - 1]?.refusal()).toBeNull();
    expect(await line[GRANTED]?.refusal()).toMatchObject({ retryAfterSeconds: 1 });
  });

  it('refuses without a query once it has figures', async () => {
    const admission = createAdmission({ db, ...LIMITS });
    await take(admission).refusal();
    const line = takeMany(admission, 500);
    expect(line.filter(({ refusedAtOnce }) => refusedAtOnce !== null)).toHaveLength(500 - GRANTED + 1);
  });

  it('counts only scans that run earlier', async () => {
    const admission = createAdmission({ db, ...LIMITS });
    expect(await granted(takeMany(admission, 300, 1000))).toBe(GRANTED);
    expect(await granted(takeMany(admission, 300, 0))).toBe(GRANTED);
    expect(await granted([take(admission, 1)])).toBe(0);
  });

  it('does not count callers who left or were refused', async () => {
    const admission = createAdmission({ db, ...LIMITS });
    const line = takeMany(admission, 300);
    await granted(line);
    expect(await granted([take(admission)])).toBe(0);
    for (const slot of line.slice(0, 5)) {
      slot.leave();
      slot.leave();
    }
    expect(await granted(takeMany(admission, 20))).toBe(5);
  });

  it('counts equal scans once', async () => {
    const admission = createAdmission({ db, ...LIMITS });
    const line = takeMany(admission, GRANTED - 1);
    await granted(line);
    for (const slot of line) slot.setKey('same');
    expect(admission.hasKey('same')).toBe(true);
    expect(await granted(takeMany(admission, 300))).toBe(GRANTED - 1);
    for (const slot of line) slot.leave();
    expect(admission.hasKey('same')).toBe(false);
  });

  it('keeps no state of callers who left before they were admitted', async () => {
    const admission = createAdmission({ db, ...LIMITS });
    const [staying, gone, late] = takeMany(admission, 3);
    gone?.leave();
    gone?.setKey('alone');
    expect(admission.hasKey('alone')).toBe(false);
    staying?.setKey('shared');
    late?.leave();
    late?.setKey('shared');
    staying?.leave();
    expect(admission.hasKey('shared')).toBe(false);
  });

  it('counts a scan once, by its row or by its slot, and those of another process, too', async () => {
    const admission = createAdmission({ db, ...LIMITS });
    const line = takeMany(admission, 60);
    await granted(line);
    await Promise.all(line.slice(0, 50).map((slot, n) => enqueue(slot, `mine-${n}`)));
    const theirs = { url: 'https://b.example/', tier: 'paid' as const, priority: 0 };
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        startOrJoinScan(db, { ...theirs, id: randomUUID(), singleFlightKey: `theirs-${n}` }),
      ),
    );
    await freshFigures();
    expect(await granted(takeMany(admission, 300))).toBe(GRANTED - 100);
    await db.scan.updateMany({ data: { state: 'running' } });
    await freshFigures();
    for (const slot of slots.splice(60)) slot.leave();
    expect(await granted(takeMany(admission, 300))).toBe(GRANTED - 10);
  });

  it('limits the rate by the processor time of the workers', async () => {
    await db.workerHeartbeat.updateMany({ data: { cpuMsPerJob: 120 } });
    // 0.6 of a processor at 120 ms a scan allows five scans a second, even if their duration would allow more.
    expect(await granted(takeMany(createAdmission({ db, ...LIMITS }), 500))).toBe(5 * 16 + 1);
    await db.workerHeartbeat.updateMany({ data: { cpuMsPerJob: null } });
  });

  it('learns how long workers hold scans, counting each scan once', async () => {
    const admission = createAdmission({ db, ...LIMITS });
    for (let n = 0; n < 500; n += 1) admission.finished('the same for all', 60_000);
    const learned = 1_000 + 0.1 * 59_000;
    // Scans of 6.9 s leave 4 s of waiting.
    expect(await granted(takeMany(admission, 500))).toBe(Math.floor((4_000 / learned) * SLOTS) + 1);
  });

  it('admits no scan whose report could not be stored, and admits scans again when there is room', async () => {
    let closed: Error | null = null;
    const admission = createAdmission({ db, ...LIMITS, closed: async () => closed });
    const staying = take(admission);
    expect(await staying.refusal()).toBeNull();
    closed = new Error('the disk of the database is full');
    await freshFigures();
    expect(take(admission).refusedAtOnce).toMatchObject({ retryAfterSeconds: 5, cause: closed });
    closed = null;
    await freshFigures();
    expect(await take(admission).refusal()).toBeNull();
  });

  it('refuses with the reason if the database is down', async () => {
    const away = createDb('postgresql://nobody@127.0.0.1:1/none');
    expect(await take(createAdmission({ db: away, ...LIMITS })).refusal()).toMatchObject({
      message: expect.stringContaining('cannot accept scans right now') as string,
      cause: expect.any(Error) as Error,
    });
    await away.$disconnect();
  });
});
