import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '@palisade/db/client';
import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import { authenticateKey } from './authenticate-key.ts';
import { randomCredential } from './credential-format.ts';
import type { KeyRefusal } from './errors.ts';
import { issueKey, restoreKey, revokeKey, revokeKeyById, setKeyPeriod, suspendKey, type KeyOrder } from './keys.ts';
import { OVERLAP_MS, rotateKey } from './rotate-key.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
});
afterAll(() => database.close());

const SECRET = 'pepper';
const GRACE_MS = 3 * 86_400_000;
const NOW = new Date('2026-11-21T12:00:00Z');
const at = (ms: number) => new Date(NOW.getTime() + ms);

const purchase = (more: Partial<KeyOrder> = {}) => {
  const order: KeyOrder = { email: 'a@example.com', plan: 'pro', source: `stripe:${randomUUID()}`, ...more };
  return {
    order,
    source: order.source ?? '',
    issue: () => db.$transaction((tx) => issueKey(tx, order, SECRET), { maxWait: 10_000 }),
  };
};
const open = (key: string, now = NOW) => authenticateKey(db, key, SECRET, now);
const expectRefused = (key: string, reason: KeyRefusal, now = NOW) =>
  expect(open(key, now)).rejects.toMatchObject({ name: 'KeyRefused', reason });
const rotate = (id: string, overlapMs?: number) =>
  db.$transaction((tx) =>
    rotateKey(tx, id, {
      appSecret: SECRET,
      actor: 'operator:test',
      now: NOW,
      ...(overlapMs !== undefined && { overlapMs }),
    }),
  );
const trail = async (id: string) =>
  (await db.auditEntry.findMany({ where: { subject: id }, orderBy: { id: 'asc' } })).map(
    ({ actor, action }) => `${actor} ${action}`,
  );

describe('issuing', () => {
  it('issues the same key for the same purchase, in any number of concurrent transactions', async () => {
    const { issue } = purchase();
    const issued = await Promise.all(Array.from({ length: 10 }, issue));
    expect(new Set(issued.map(({ key, id }) => `${key} ${id}`)).size).toBe(1);
    expect(await open(issued[0]?.key ?? '')).toMatchObject({ email: 'a@example.com', plan: 'pro' });
    expect(await trail(issued[0]?.id ?? '')).toEqual(['billing key.create']);
  });

  it('issues a new key to an operator each time', async () => {
    const { issue } = purchase({ source: null });
    const [first, second] = [await issue(), await issue()];
    expect(first.key).not.toBe(second.key);
    await open(first.key);
    await open(second.key);
  });

  it('stores no key in clear text', async () => {
    const { key, id } = await purchase().issue();
    const [row] = await db.$queryRaw<{ text: string }[]>`
      select row_to_json(s)::text as text from api_key_secret s where key_id = ${id}::uuid`;
    expect(row?.text).toContain(key.slice(-4));
    expect(row?.text).not.toContain(key.slice(9, -6));
  });
});

describe('authentication', () => {
  it('distinguishes a typo, an unknown key and other text', async () => {
    const { key } = await purchase().issue();
    const typo = key.slice(0, 20) + (key[20] === 'a' ? 'b' : 'a') + key.slice(21);
    await expectRefused(typo, 'wrong-checksum');
    await expectRefused(randomCredential('key'), 'unknown');
    await expectRefused('sk_live_123', 'wrong-shape');
  });

  it('is unknown under another APP_SECRET', async () => {
    const { key } = await purchase().issue();
    await expect(authenticateKey(db, key, 'another')).rejects.toMatchObject({ reason: 'unknown' });
  });

  it('records the last use at most once a minute', async () => {
    const { key, id } = await purchase().issue();
    const lastUse = async () => (await db.apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt;
    expect(await lastUse()).toBeNull();
    await open(key, NOW);
    await open(key, at(59_999));
    expect(await lastUse()).toEqual(NOW);
    await Promise.all(Array.from({ length: 20 }, () => open(key, at(60_000))));
    expect(await lastUse()).toEqual(at(60_000));
  });
});

describe('the life cycle of a subscription', () => {
  it('suspends and restores', async () => {
    const { issue, source } = purchase();
    const { key, id } = await issue();
    await db.$transaction((tx) => suspendKey(tx, source));
    await expectRefused(key, 'suspended');
    await db.$transaction((tx) => suspendKey(tx, source));
    await db.$transaction((tx) => restoreKey(tx, source));
    await open(key);
    expect(await trail(id)).toEqual(['billing key.create', 'billing key.suspend', 'billing key.restore']);
  });

  it('revokes immediately and permanently', async () => {
    const { issue, source } = purchase();
    const { key } = await issue();
    await db.$transaction((tx) => revokeKey(tx, source));
    await expectRefused(key, 'revoked');
    await db.$transaction((tx) => restoreKey(tx, source));
    await expectRefused(key, 'revoked');
    expect((await issue()).key).toBe(key);
    await expectRefused(key, 'revoked');
  });

  it('ends with the paid period and its grace, and continues when it is extended', async () => {
    const { issue, source } = purchase({ paidUntil: NOW });
    const { key } = await issue();
    await open(key, at(GRACE_MS - 1));
    await expectRefused(key, 'unpaid', at(GRACE_MS));
    const period = (end: number, works: number) =>
      db.$transaction((tx) => setKeyPeriod(tx, source, { paidUntil: at(end), worksUntil: at(works) }));
    await period(GRACE_MS, 2 * GRACE_MS);
    await open(key, at(2 * GRACE_MS - 1));
    await expectRefused(key, 'unpaid', at(2 * GRACE_MS));
    // A refunded renewal leaves the rest of the previous month, without grace.
    await period(GRACE_MS, GRACE_MS);
    await expectRefused(key, 'unpaid', at(GRACE_MS));
  });

  it('does nothing for an unknown purchase', async () => {
    for (const act of [suspendKey, restoreKey, revokeKey]) await db.$transaction((tx) => act(tx, 'stripe:nobody'));
    await db.$transaction((tx) => setKeyPeriod(tx, 'stripe:nobody', { paidUntil: NOW, worksUntil: NOW }));
    expect(await db.auditEntry.count({ where: { subject: '00000000-0000-4000-8000-000000000000' } })).toBe(0);
  });
});

describe('rotation', () => {
  it('keeps the old key working for 24 hours alongside the new one', async () => {
    const { key, id } = await purchase({ source: null }).issue();
    const rotated = await rotate(id);
    expect(rotated.key).not.toBe(key);
    await open(rotated.key);
    await open(key, at(OVERLAP_MS - 1));
    await expectRefused(key, 'rotated', at(OVERLAP_MS));
    await open(rotated.key, at(OVERLAP_MS));
    expect(await trail(id)).toEqual(['billing key.create', 'operator:test key.rotate']);
  });

  it('can end the old key immediately, and an overlap already running', async () => {
    const { key, id } = await purchase().issue();
    await rotate(id);
    const { key: newest } = await rotate(id, 0);
    await expectRefused(key, 'rotated');
    await open(newest);
  });

  it('keeps the subscription: same id, same quota; the purchase returns the new key', async () => {
    const { issue } = purchase();
    const { id } = await issue();
    const rotated = await rotate(id);
    expect((await open(rotated.key)).id).toBe(id);
    expect(await issue()).toEqual({ key: rotated.key, id });
  });

  it('creates one version per concurrent rotation', async () => {
    const { id } = await purchase().issue();
    const keys = await Promise.all([rotate(id), rotate(id), rotate(id)]);
    expect(new Set(keys.map(({ key }) => key)).size).toBe(3);
    const versions = await db.apiKeySecret.findMany({ where: { keyId: id }, orderBy: { version: 'asc' } });
    expect(versions.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
    expect(versions.filter(({ expiresAt }) => expiresAt === null).map(({ version }) => version)).toEqual([4]);
  });

  it('revokes old and new together', async () => {
    const { key, id } = await purchase().issue();
    const rotated = await rotate(id);
    expect(await db.$transaction((tx) => revokeKeyById(tx, id, 'operator:test'))).toBe(true);
    expect(await db.$transaction((tx) => revokeKeyById(tx, id, 'operator:test'))).toBe(false);
    await expectRefused(key, 'revoked');
    await expectRefused(rotated.key, 'revoked');
    await expect(rotate(id)).rejects.toMatchObject({ reason: 'revoked' });
    await expect(rotate(randomUUID())).rejects.toMatchObject({ reason: 'unknown' });
  });
});
