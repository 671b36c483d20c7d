import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { direct } from './client.ts';
import { testDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Texts that PostgreSQL refuses, or that look like one of them, and what can be read again. */
const TEXTS: readonly (readonly [name: string, text: string, stored: string])[] = [
  ['NUL', 'a\0b\0', 'a\uFFFDb\uFFFD'],
  ['the first half of a pair', 'a\ud800', 'a\uFFFD'],
  ['the second half of a pair', '\udfffb', '\uFFFDb'],
  ['halves in the wrong order', '\udc00\ud800', '\uFFFD\uFFFD'],
  ['a whole pair', '\u{1f600}', '\u{1f600}'],
  ['an escape that is plain text', '\\u0000 \\ud800 \\', '\\u0000 \\ud800 \\'],
  ['a backslash before a NUL', '\\\0', '\\\uFFFD'],
  ['other controls and noncharacters', '\u0001\u001b\u007f\u009b\u2028\ufffe\uffff', '\u0001\u001b\u007f\u009b\u2028\ufffe\uffff'], // prettier-ignore
];

test.each(TEXTS)('%s in text and in jsonb', async (_name, text, stored) => {
  const { db } = database;
  const id = randomUUID();
  const subject = randomUUID();
  await db.mailMessage.create({
    data: { id, dedupeKey: id, to: text, template: 't', payload: { [`k${text}`]: [text] }, lastError: text },
  });
  const row = await db.mailMessage.findUniqueOrThrow({ where: { id } });
  expect([row.to, row.lastError, row.payload]).toEqual([stored, stored, { [`k${stored}`]: [stored] }]);
  await db.$transaction(async (tx) => {
    await tx.mailMessage.update({ where: { id }, data: { rendered: { html: text } } });
    await tx.auditEntry.create({ data: { actor: text, action: 'x', subject, detail: { text } } });
  });
  expect(await db.auditEntry.findFirstOrThrow({ where: { subject } })).toMatchObject({ actor: stored, detail: { text: stored } }); // prettier-ignore
  expect((await db.mailMessage.findUniqueOrThrow({ where: { id } })).rendered).toEqual({ html: stored });
});

test('NUL in a list', async () => {
  const { db } = database;
  const id = randomUUID();
  const data = { id, scanId: id, reservation: {}, email: 'a@b.test', url: 'u', frameworks: ['a\0', 'b'] };
  expect((await db.complianceReport.create({ data })).frameworks).toEqual(['a\uFFFD', 'b']);
});

test.each(TEXTS)('%s in a condition, a raw statement and a direct one', async (_name, text, stored) => {
  const { db } = database;
  expect(await db.mailMessage.findFirst({ where: { dedupeKey: text } })).toBeNull();
  expect(await db.$queryRaw`select ${text}::text as text`).toEqual([{ text: stored }]);
  expect(await direct(db, 'select $1::text', [text])).toEqual([[stored]]);
  await db.$transaction(async (tx) => {
    expect(await direct(tx, 'select $1::text as text', [text])).toEqual([[stored]]);
    expect(await tx.$executeRaw`update mail_message set last_error = ${text} where dedupe_key = ${text}`).toBe(0);
  });
});
