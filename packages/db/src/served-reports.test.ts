import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { packed } from './packed.ts';
import { deleteReportsOf, insertServedReport, openServedReport, ownReports } from './served-reports.ts';
import { testDatabase } from './test-database.ts';

it('an account’s reports are deleted with it, and no others', async () => {
  await using database = await testDatabase();
  const { db } = database;
  const keep = async (owner: string | null) => {
    const id = randomUUID().replaceAll('-', '');
    const report = {
      grade: 'B',
      score: 70,
      provisional: false,
      engineVersion: '1',
      scannedAt: '2026-11-22T00:00:00.000Z',
    };
    await insertServedReport(db, {
      id,
      scanId: randomUUID(),
      column: 'pro',
      owner,
      host: 'a.example',
      body: packed('{}'),
      ...report,
    });
    return id;
  };
  const [mine, bought, theirs, nobodys] = [
    await keep('key:1'),
    await keep('token:2'),
    await keep('key:3'),
    await keep(null),
  ];
  expect(await deleteReportsOf(db, ['key:1', 'token:2'])).toBe(2);
  const state = async (id: string) => (await openServedReport(db, id)).state;
  expect(await Promise.all([mine, bought, theirs, nobodys].map(state))).toEqual(['deleted', 'deleted', 'kept', 'kept']);
  expect(await ownReports(db, { owners: ['key:1', 'token:2'], host: 'a.example', most: 9 })).toEqual([]);
  const gone = await db.servedReport.findUniqueOrThrow({ where: { id: mine } });
  expect([gone.owner, gone.host, gone.body]).toEqual([null, null, null]);
});
