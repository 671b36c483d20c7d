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
