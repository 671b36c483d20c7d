import { expect, it } from 'vitest';
import { testDatabase } from '../test-database.ts';
import { migrate } from './migrate.ts';

it('applies nothing to a database that is up to date, even with two concurrent starts', async () => {
  await using database = await testDatabase();
  expect(await Promise.all([migrate(database.url), migrate(database.url)])).toEqual([[], []]);
});

it('leaves a usable client', async () => {
  await using database = await testDatabase();
  const id = crypto.randomUUID();
  await database.db.scan.create({ data: { id, url: 'https://example.com/', tier: 'free' } });
  expect((await database.db.scan.findUniqueOrThrow({ where: { id } })).state).toBe('queued');
});
