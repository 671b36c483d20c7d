import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dropRender, finishRender, loadRenderResults, orderRender, readRenderOrder } from './renders.ts';
import { testDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const ordered = async () => {
  const id = randomUUID();
  await orderRender(database.db, id, { report: { a: 1 }, preparedFor: 'A', preparedBy: null });
  return id;
};

it('the first result of a document stays, and no job renders it again', async () => {
  const { db } = database;
  for (const [first, second] of [
    [Buffer.from('%PDF'), null],
    [null, Buffer.from('%PDF')],
  ] as const) {
    const id = await ordered();
    expect(await readRenderOrder(db, id)).toEqual({ report: { a: 1 }, preparedFor: 'A', preparedBy: null });
    expect((await loadRenderResults(db, [id])).size).toBe(0);
    await finishRender(db, id, first);
    await finishRender(db, id, second);
    expect((await loadRenderResults(db, [id])).get(id)).toEqual(first ? { ok: true, pdf: first } : { ok: false });
    expect(await readRenderOrder(db, id)).toBe(null);
  }
});

it('a document whose caller has gone is not rendered', async () => {
  const id = await ordered();
  await dropRender(database.db, id);
  expect(await readRenderOrder(database.db, id)).toBe(null);
});
