import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { KEEP, purgeOldRows } from './retention.ts';
import { testDatabase } from './test-database.ts';

it('deletes what is past its time, and never the scan of a report that is still to be made', async () => {
  await using database = await testDatabase();
  const { db } = database;
  const now = new Date('2026-06-15T12:00:00Z');
  const old = new Date(now.getTime() - KEEP.scans - 1000);
  const scan = (createdAt: Date) =>
    db.scan.create({ data: { id: randomUUID(), url: 'https://example.com/', tier: 'paid', state: 'done', createdAt } });
  const [gone, needed, fresh] = [await scan(old), await scan(old), await scan(now)];
  await db.complianceReport.create({
    data: { id: randomUUID(), scanId: needed.id, reservation: {}, email: 'a@example.com', url: 'https://example.com/' },
  });
  await db.pdfRender.create({ data: { id: randomUUID(), report: {}, createdAt: old } });
  expect(await purgeOldRows(db, now)).toMatchObject({ scans: 1, renders: 1 });
  expect((await db.scan.findMany()).map(({ id }) => id).toSorted()).toEqual([needed.id, fresh.id].toSorted());
  expect(await db.scan.findUnique({ where: { id: gone.id } })).toBe(null);
});

it('forgets checkouts that no one paid, and nothing that money came for', async () => {
  await using database = await testDatabase();
  const { db } = database;
  const now = new Date('2026-06-15T12:00:00Z');
  const createdAt = new Date(now.getTime() - KEEP.abandonedCheckouts - 1000);
  const purchase = async (kinds: ('opened' | 'closed' | 'paid')[], at = createdAt) => {
    const id = randomUUID();
    const data = {
      id,
      provider: 'razorpay',
      product: 'one_time_scan',
      email: 'a@example.com',
      amount: 1,
      currency: 'INR',
    };
    await db.purchase.create({ data: { ...data, origin: id, createdAt: at } });
    for (const kind of kinds) {
      await db.ledgerEntry.create({ data: { purchaseId: id, kind, naturalKey: `${kind}:${id}`, ref: id, at } });
    }
    return id;
  };
  await purchase(['opened', 'closed']);
  await purchase([]);
  const kept = [
    await purchase(['opened']),
    await purchase(['opened', 'closed', 'paid']),
    await purchase(['opened', 'closed'], now),
  ];
  expect(await purgeOldRows(db, now)).toMatchObject({ abandonedCheckouts: 2 });
  expect((await db.purchase.findMany()).map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
});
