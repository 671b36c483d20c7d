import { expect, it } from 'vitest';
import { createDb } from './client.ts';
import { statementNames } from './statement-names.ts';
import { testDatabase } from './test-database.ts';

it('names a repeated statement, and keeps its name', () => {
  const nameOf = statementNames();
  const names = Array.from({ length: 8 }, () => nameOf({ sql: 'select 1' }));
  expect(names).toEqual(['', '', '', '', 's0', 's0', 's0', 's0']);
  expect(nameOf({ sql: 'select 2' })).toBe('');
});

it('gives no two statements the same name, and no more than sixty', () => {
  const nameOf = statementNames();
  for (let n = 0; n < 100; n += 1) for (let time = 0; time < 5; time += 1) nameOf({ sql: `select ${n}` });
  const names = Array.from({ length: 100 }, (_, n) => nameOf({ sql: `select ${n}` })).filter((name) => name !== '');
  expect(names).toHaveLength(60);
  expect(new Set(names).size).toBe(60);
});

it('a server prepares frequent statements, also when a column is added meanwhile', async () => {
  await using test = await testDatabase();
  const db = createDb(test.url, { max: 1 });
  const ask = () => db.quotaCounter.findUnique({ where: { subject_period: { subject: 'a', period: 'b' } } });
  for (let time = 0; time < 10; time += 1) await ask();
  const kept = await db.$queryRaw<{ name: string }[]>`select name from pg_prepared_statements where name <> ''`;
  expect(kept.map(({ name }) => name)).toContain('s0');
  await test.db.$executeRaw`alter table quota_counter add column later int`;
  await expect(ask()).resolves.toBeNull();
  await db.$disconnect();
});

it('prepares none behind a pooler that does not keep them', async () => {
  await using test = await testDatabase();
  const db = createDb(`${test.url}?pgbouncer=true`, { max: 1 });
  for (let time = 0; time < 10; time += 1) await db.quotaCounter.findMany({ take: 1 });
  const kept = await db.$queryRaw<unknown[]>`select name from pg_prepared_statements where name <> ''`;
  expect(kept).toEqual([]);
  await db.$disconnect();
});
