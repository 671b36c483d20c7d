import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginScan, failScan, finishScan, leaveScan, loadScanResults, startOrJoinScan } from './scans.ts';
import { testDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const start = (singleFlightKey: string) =>
  startOrJoinScan(database.db, {
    id: randomUUID(),
    url: 'https://example.com/',
    tier: 'free',
    singleFlightKey,
    priority: 5,
  });

describe('a scan row', () => {
  it('is shared by everyone who asks for the same thing at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => start('same')));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter(({ joined }) => !joined)).toHaveLength(1);
  });

  it('is not shared once it is over', async () => {
    const first = await start('over');
    await finishScan(database.db, first.id, { score: 1 });
    expect((await start('over')).id).not.toBe(first.id);
  });

  it('keeps the first result and the order of its keys', async () => {
    const { id } = await start(randomUUID());
    await finishScan(database.db, id, { zebra: 1, apple: 2 });
    await finishScan(database.db, id, { late: true });
    await failScan(database.db, id, { kind: 'internal', message: 'late' });
    const result = (await loadScanResults(database.db, [id, randomUUID()])).get(id);
    expect(JSON.stringify(result)).toBe('{"ok":true,"report":{"zebra":1,"apple":2},"heldMs":null}');
  });

  it('tells how long a worker held it', async () => {
    const { id } = await start(randomUUID());
    await beginScan(database.db, id);
    await database.db.$executeRaw`update scan set started_at = started_at - interval '3 s' where id = ${id}::uuid`;
    await finishScan(database.db, id, {});
    const heldMs = (await loadScanResults(database.db, [id])).get(id)?.heldMs;
    expect(heldMs).toBeGreaterThanOrEqual(3_000);
    expect(heldMs).toBeLessThan(30_000);
  });

  it('is cancelled when the last waiter leaves, not before', async () => {
    const { id } = await start('left');
    await start('left');
    expect(await leaveScan(database.db, id)).toBe(false);
    expect(await beginScan(database.db, id)).toMatchObject({ url: 'https://example.com/' });
    expect(await leaveScan(database.db, id)).toBe(true);
    expect(await beginScan(database.db, id)).toBe(null);
    expect((await loadScanResults(database.db, [id])).get(id)).toMatchObject({
      ok: false,
      failure: { kind: 'cancelled' },
    });
  });

  it('tells a failure to whoever waits', async () => {
    const { id } = await start(randomUUID());
    await failScan(database.db, id, { kind: 'unreachable', code: 'refused', message: 'connection refused' });
    expect((await loadScanResults(database.db, [id])).get(id)).toEqual({
      ok: false,
      failure: { kind: 'unreachable', code: 'refused', message: 'connection refused' },
      heldMs: null,
    });
  });
});
