import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { KEEP, purgeOldRows } from './retention.ts';
import { testDatabase } from './test-database.ts';

it('deletes expired rows, but never the scan of a report that is still to be rendered', async () => {
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

it('deletes unpaid checkouts, and nothing with a payment', async () => {
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

it('deletes logos without a payment', async () => {
  await using database = await testDatabase();
  const { db } = database;
  const now = new Date('2026-06-15T12:00:00Z');
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const logo = async (hours: number) => {
    const id = randomUUID();
    await db.clientLogo.create({ data: { id, png: new Uint8Array(1), createdAt: ago(hours) } });
    return id;
  };
  const bought = async (hours: number, paid: boolean) => {
    const [id, logoId] = [randomUUID(), await logo(hours)];
    const data = { provider: 'stripe', product: 'compliance_report', email: 'a@example.com', amount: 1 };
    await db.purchase.create({ data: { ...data, id, logoId, currency: 'USD', origin: id, createdAt: ago(hours) } });
    const entry = { purchaseId: id, naturalKey: id, ref: id, at: now };
    if (paid) await db.ledgerEntry.create({ data: { ...entry, kind: 'paid' } });
    return logoId;
  };
  const reported = await logo(60 * 24);
  await db.complianceReport.create({
    data: { id: randomUUID(), scanId: randomUUID(), reservation: {}, email: 'a', url: 'u', logoId: reported },
  });
  const kept = [reported, await logo(23), await bought(47, false), await bought(300 * 24, true)];
  const gone = [await logo(25), await bought(49, false), await bought(401 * 24, true)];
  expect(await purgeOldRows(db, now)).toMatchObject({ clientLogos: gone.length });
  expect((await db.clientLogo.findMany()).map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
});

it('deletes finished batches with their callbacks, and none that still holds a unit', async () => {
  await using database = await testDatabase();
  const { db } = database;
  const now = new Date('2026-06-15T12:00:00Z');
  const old = new Date(now.getTime() - KEEP.batches - 1000);
  const batch = async (createdAt: Date, state: 'done' | 'waiting') => {
    const id = randomUUID();
    await db.scanBatch.create({ data: { id, keyId: randomUUID(), keyVersion: 1, createdAt, deadline: createdAt } });
    const scan = { batchId: id, url: 'https://example.com/', reservationId: randomUUID(), state, dueAt: createdAt };
    await db.batchScan.create({ data: { ...scan, id: randomUUID(), position: 0 } });
    await db.callback.create({
      data: { id: randomUUID(), batchId: id, url: 'https://example.com/', dueAt: createdAt },
    });
    return id;
  };
  await batch(old, 'done');
  const kept = [await batch(old, 'waiting'), await batch(now, 'done')];
  expect(await purgeOldRows(db, now)).toMatchObject({ batches: 1 });
  expect((await db.scanBatch.findMany()).map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
  expect((await db.callback.findMany()).map(({ batchId }) => batchId).toSorted()).toEqual(kept.toSorted());
});
