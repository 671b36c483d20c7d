import { expect, it } from 'vitest';
import { testDatabase } from '../test-database.ts';
import { schemaDrift } from './drift.ts';

it('the migrations produce exactly the schema in prisma/*.prisma', async () => {
  await using database = await testDatabase();
  expect(await schemaDrift(database.url)).toBe(null);
});
