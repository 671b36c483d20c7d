import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { withConnection } from './with-connection.ts';
import { applyClaims, claimSite } from './owned-sites.ts';
import { beginScan, failScan, finishScan, reapScan, reapScans, renewScans } from './scan-leases.ts';
import { findScanReport, leaveScan, loadScanResults, startOrJoinScan } from './scans.ts';
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
  it('is shared by all concurrent callers that request the same scan', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => start('same')));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter(({ joined }) => !joined)).toHaveLength(1);
  });

  it('gets a browser when a paying caller joins it before a worker takes it, but not later', async () => {
    const free = { url: 'https://a.test/', tier: 'free', singleFlightKey: randomUUID(), priority: 5 } as const;
    const paid = { ...free, tier: 'paid', browser: true, pages: ['https://a.test/b'] } as const;
    const id = randomUUID();
    expect(await startOrJoinScan(database.db, { ...free, id })).toMatchObject({ browser: false });
    expect(await startOrJoinScan(database.db, { ...paid, id: randomUUID() })).toMatchObject({ id, browser: true });
    expect(await beginScan(database.db, id)).toMatchObject({ browser: true, pages: null });
    const begun = { ...free, singleFlightKey: randomUUID(), id: randomUUID() };
    await startOrJoinScan(database.db, begun);
    await beginScan(database.db, begun.id);
    const late = { ...paid, singleFlightKey: begun.singleFlightKey, id: randomUUID() };
    expect(await startOrJoinScan(database.db, late)).toMatchObject({ id: begun.id, joined: true, browser: false });
    const own = { ...paid, singleFlightKey: randomUUID(), id: randomUUID() };
    await startOrJoinScan(database.db, own);
    expect(await beginScan(database.db, own.id)).toMatchObject({ browser: true, pages: paid.pages });
  });

  it('gets a browser if the owner of the host is verified, not for an unverified claim', async () => {
    const host = `${randomUUID()}.test:8443`;
    const wanted = { url: `https://${host}/a`, tier: 'free', priority: 5 } as const;
    const scan = () => startOrJoinScan(database.db, { ...wanted, id: randomUUID(), singleFlightKey: randomUUID() });
    const claim = await claimSite(database.db, 'ann@example.com', host);
    expect(await scan()).toMatchObject({ browser: false });
    await applyClaims(database.db, host, { claims: [claim?.challenge ?? ''], complete: true });
    expect(await scan()).toMatchObject({ browser: true });
  });

  it('is not shared after it has ended', async () => {
    const first = await start('over');
    await finishScan(database.db, { id: first.id, fence: 0 }, { score: 1 });
    expect((await start('over')).id).not.toBe(first.id);
  });

  it('keeps the first result and its key order', async () => {
    const { id } = await start(randomUUID());
    await finishScan(database.db, { id, fence: 0 }, { zebra: 1, apple: 2 });
    await finishScan(database.db, { id, fence: 0 }, { late: true });
    await failScan(database.db, { id, fence: 0 }, { kind: 'internal', message: 'late' });
    const result = (await loadScanResults(database.db, [id, randomUUID()])).get(id);
    expect(JSON.stringify(result)).toBe('{"ok":true,"report":{"zebra":1,"apple":2},"heldMs":null}');
  });

  it('from before reports were compressed is still found', async () => {
    const { id } = await start(randomUUID());
    await database.db.$executeRaw`update scan set state = 'done', report = '{"b":1,"a":2}' where id = ${id}::uuid`;
    expect(await findScanReport(database.db, id)).toEqual({ a: 2, b: 1 });
    expect(await findScanReport(database.db, randomUUID())).toBeNull();
  });

  it('records how long a worker held it', async () => {
    const { id } = await start(randomUUID());
    await beginScan(database.db, id);
    await database.db.$executeRaw`update scan set started_at = started_at - interval '3 s' where id = ${id}::uuid`;
    await finishScan(database.db, { id, fence: 1 }, {});
    const heldMs = (await loadScanResults(database.db, [id])).get(id)?.heldMs;
    expect(heldMs).toBeGreaterThanOrEqual(3_000);
    expect(heldMs).toBeLessThan(30_000);
  });

  describe('as a lease', () => {
    const holdOf = async (id: string) => (await beginScan(database.db, id, { owner: 'me' })) ?? { id, fence: -1 };
    const later = (id: string, by: string) =>
      database.db.$executeRawUnsafe(`update scan set due_at = due_at - interval '${by}' where id = '${id}'`);
    const stateOf = async (id: string) => (await database.db.scan.findUniqueOrThrow({ where: { id } })).state;

    it('lets only its newest holder store a result', async () => {
      const { id } = await start(randomUUID());
      const first = await holdOf(id);
      const second = await holdOf(id);
      expect(await finishScan(database.db, first, { of: 'the first' })).toBe(false);
      expect(await failScan(database.db, first, { kind: 'internal', message: 'late' })).toBe(false);
      expect(await renewScans(database.db, [first])).toEqual(new Set());
      expect(await renewScans(database.db, [second])).toEqual(new Set([id]));
      expect(await finishScan(database.db, second, '{"b":1,"a":2}')).toBe(true);
      expect((await loadScanResults(database.db, [id])).get(id)).toMatchObject({ ok: true, report: { a: 2 } });
    });

    it('and is announced by the statement that stores its result, once', async () => {
      const heard: (string | undefined)[] = [];
      await withConnection({ url: database.url }, async (client) => {
        client.on('notification', ({ payload }) => heard.push(payload));
        await client.query('listen scan_over');
        const { id } = await start(randomUUID());
        const first = await holdOf(id);
        const second = await holdOf(id);
        const options = { evidence: '{}', notify: 'scan_over' };
        for (const hold of [first, second, second]) await finishScan(database.db, hold, '{"a":1}', options);
        await database.db.$executeRaw`select pg_notify('scan_over', 'nothing more')`;
        await vi.waitFor(() => expect(heard).toEqual([id, 'nothing more']), 60_000);
      });
    });

    it.each(['queued', 'running'])('expires: an overdue %s scan is not joined, and starts again', async (state) => {
      const key = randomUUID();
      const { id } = await start(key);
      if (state === 'running') await holdOf(id);
      await later(id, '1 minute');
      const again = await Promise.all(Array.from({ length: 10 }, () => start(key)));
      expect(new Set(again.map((scan) => scan.id)).size).toBe(1);
      expect(again[0]?.id).not.toBe(id);
      expect(await stateOf(id)).toBe('failed');
      expect(await beginScan(database.db, id)).toBe(null);
    });

    it('is ended by the reaper, but not before it is due', async () => {
      const [kept, queued, running] = await Promise.all([start('a'), start('b'), start('c')]);
      const hold = await holdOf(running.id);
      await reapScans(database.db);
      expect(await Promise.all([kept, queued, running].map(({ id }) => stateOf(id)))).toEqual([
        'queued',
        'queued',
        'running',
      ]);
      await later(queued.id, '1 minute');
      await later(running.id, '1 minute');
      await renewScans(database.db, [hold]);
      expect(await reapScans(database.db)).toBe(1);
      expect(await Promise.all([kept, queued, running].map(({ id }) => stateOf(id)))).toEqual([
        'queued',
        'failed',
        'running',
      ]);
      expect(await finishScan(database.db, hold, {})).toBe(true);
    });

    it('whose lease was renewed since it was seen to be overdue is not ended', async () => {
      const { id } = await start('renewed in time');
      const hold = await holdOf(id);
      await later(id, '1 minute');
      await renewScans(database.db, [hold]);
      await reapScan(database.db, id);
      expect(await finishScan(database.db, hold, {})).toBe(true);
    });

    it('expires even if the clock was set back by a day', async () => {
      const { id } = await start('clock');
      await database.db.$executeRaw`update scan set created_at = created_at + interval '1 day',
        due_at = due_at + interval '1 day' where id = ${id}::uuid`;
      expect((await start('clock')).id).not.toBe(id);
    });
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

  it('reports a failure to every waiting caller', async () => {
    const { id } = await start(randomUUID());
    await failScan(
      database.db,
      { id, fence: 0 },
      { kind: 'unreachable', code: 'refused', message: 'connection refused' },
    );
    expect((await loadScanResults(database.db, [id])).get(id)).toEqual({
      ok: false,
      failure: { kind: 'unreachable', code: 'refused', message: 'connection refused' },
      heldMs: null,
    });
  });
});
