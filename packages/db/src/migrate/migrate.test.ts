import { expect, it } from 'vitest';
import { tlsOnly } from '../../test/tls-only.ts';
import { testDatabase } from '../test-database.ts';
import { applyMissing, migrate } from './migrate.ts';

it('applies nothing to a database that is up to date, even with two concurrent starts', async () => {
  await using database = await testDatabase();
  expect(await Promise.all([migrate(database.url), migrate(database.url)])).toEqual([[], []]);
});

it.each([
  ['was interrupted', 'finished_at = null', /failed migrations/i],
  // The engine applies it again, to tables that exist.
  ['was rolled back', 'rolled_back_at = now()', /already exists/i],
])('is no up-to-date database if a migration %s', async (_how, change, why) => {
  await using database = await testDatabase();
  await database.db.$executeRawUnsafe(
    `update _prisma_migrations set ${change} where migration_name = (select min(migration_name) from _prisma_migrations)`,
  );
  await expect(migrate(database.url)).rejects.toThrow(why);
});

it('leaves a usable client', async () => {
  await using database = await testDatabase();
  const id = crypto.randomUUID();
  await database.db.scan.create({ data: { id, url: 'https://example.com/', tier: 'free' } });
  expect((await database.db.scan.findUniqueOrThrow({ where: { id } })).state).toBe('queued');
});

it('reaches a server that accepts TLS only, with everything that the URL says', async () => {
  await using database = await testDatabase();
  const server = await tlsOnly(database.url);
  try {
    expect([await migrate(server.url), await applyMissing(server.url)]).toEqual([[], []]);
    expect(server.refused()).toBe(0);
  } finally {
    server.close();
  }
});
