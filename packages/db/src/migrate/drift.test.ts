import { expect, it } from 'vitest';
import { testDatabase } from '../test-database.ts';
import { schemaDrift } from './drift.ts';

it('the migrations arrive exactly at what prisma/*.prisma says', async () => {
  await using database = await testDatabase();
  expect(await schemaDrift(database.url)).toBe(null);
});
