import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb, type Db } from '@palisade/db/client';
import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import { derivedCredential, randomCredential } from './credential-format.ts';
import type { TokenRefused } from './errors.ts';
import { type TokenRefusal } from './errors.ts';
import { chargeReservation, consumeReservation, refundReservation, releaseReservation } from './reservation.ts';
import { reserveToken } from './reserve-token.ts';
import { activateToken, issueToken, restoreToken, revokeToken, type TokenKind } from './tokens.ts';

let database: TestDatabase;
let db: Db;
let otherDb: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
  otherDb = createDb(database.url);
});
afterAll(async () => {
  await otherDb.$disconnect();
  await database.close();
});

const SECRET = 'pepper';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function issue(kind: TokenKind = 'one_time', active = true) {
  const source = `test:${randomUUID()}`;
  const order = { kind, email: 'a@example.com', source, active };
  const { token, id } = await db.$transaction((tx) => issueToken(tx, order, SECRET));
  return { token, id, source, order };
}
const reserve = (token: string, options: { kind?: TokenKind; now?: Date; leaseMs?: number; on?: Db } = {}) =>
  reserveToken(
    options.on ?? db,
    {
      token,
      kind: options.kind ?? 'one_time',
      leaseMs: options.leaseMs ?? MINUTE,
      ...(options.now && { now: options.now }),
    },
    SECRET,
  );
const refused = (reason: TokenRefusal) => expect.objectContaining({ name: 'TokenRefused', reason }) as TokenRefused;

describe('issuing', () => {
  it('issues the same token for the same source, in any number of concurrent transactions', async () => {
    const order = { kind: 'one_time' as const, email: 'a@example.com', source: `test:${randomUUID()}` };
    const issued = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? db : otherDb).$transaction((tx) => issueToken(tx, order, SECRET), { maxWait: 10_000 }),
      ),
    );
    expect(new Set(issued.map(({ token }) => token)).size).toBe(1);
    expect(new Set(issued.map(({ id }) => id)).size).toBe(1);
    const trail = await db.auditEntry.findMany({ where: { subject: issued[0]?.id ?? '' }, orderBy: { id: 'asc' } });
    expect(trail.map(({ action }) => action)).toEqual(['token.create', 'token.activate']);
  });

  it('stores no token in clear text', async () => {
    const { token, id } = await issue();
    const [row] = await db.$queryRaw<{ text: string }[]>`
      select row_to_json(t)::text as text from access_token t where id = ${id}::uuid`;
    expect(row?.text).toContain(token.slice(-4));
    expect(row?.text).not.toContain(token.slice(9, -6));
  });

  it('exists only if the transaction it was issued in commits', async () => {
    const order = { kind: 'one_time' as const, email: 'a@example.com', source: `test:${randomUUID()}` };
    await db
      .$transaction(async (tx) => {
        await issueToken(tx, order, SECRET);
        throw new Error('the purchase failed');
      })
      .catch(() => undefined);
    expect(await db.accessToken.count({ where: { source: order.source } })).toBe(0);
  });

  it('rejects one source for two kinds', async () => {
    const { order } = await issue();
    await expect(db.$transaction((tx) => issueToken(tx, { ...order, kind: 'compliance' }, SECRET))).rejects.toThrow(
      'already has a one_time token',
    );
  });
});

describe('using', () => {
  it('is held by exactly one of 200 concurrent callers, and consumed once', async () => {
    const { token } = await issue();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) => reserve(token, { on: index % 2 ? db : otherDb })),
    );
    const held = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(held).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(refused('in-use'));
    const [reservation] = held;
    if (!reservation) throw new Error('it was not reserved');
    const consumed = await Promise.all([reservation, reservation].map((one) => consumeReservation(db, one)));
    expect(consumed.filter(Boolean)).toHaveLength(1);
    await expect(reserve(token)).rejects.toEqual(refused('used'));
  });

  it('is available again after a failed scan, any number of times', async () => {
    const { token } = await issue();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await releaseReservation(db, await reserve(token))).toBe(true);
    }
    expect(await consumeReservation(db, await reserve(token))).toBe(true);
  });

  it('is available again when the process that held it died, which can then neither consume nor release it', async () => {
    const { token } = await issue();
    const dead = await reserve(token, { leaseMs: MINUTE });
    const later = new Date(Date.now() + MINUTE + 1);
    const next = await reserve(token, { now: later });
    expect(await consumeReservation(db, dead)).toBe(false);
    expect(await releaseReservation(db, dead)).toBe(false);
    expect(await consumeReservation(db, next)).toBe(true);
  });

  it('is valid for exactly 24 hours; a compliance token does not expire', async () => {
    const { token, source } = await issue('one_time', false);
    const from = new Date('2026-11-21T12:00:00.000Z');
    await activateToken(db, source, 'billing', from);
    await activateToken(db, source, 'billing', new Date(from.getTime() + HOUR));
    const last = await reserve(token, { now: new Date(from.getTime() + 24 * HOUR - 1), leaseMs: 0 });
    await releaseReservation(db, last);
    await expect(reserve(token, { now: new Date(from.getTime() + 24 * HOUR) })).rejects.toEqual(refused('expired'));
    const compliance = await issue('compliance');
    await reserve(compliance.token, { kind: 'compliance', now: new Date('2036-01-01T00:00:00Z') });
  });

  it('is inactive until its payment has succeeded', async () => {
    const { token, source } = await issue('compliance', false);
    await expect(reserve(token, { kind: 'compliance' })).rejects.toEqual(refused('unpaid'));
    await db.$transaction((tx) => activateToken(tx, source));
    await reserve(token, { kind: 'compliance' });
  });

  it('is revoked by a refund, even while a scan runs, and works again when the refund failed', async () => {
    const { token, source } = await issue();
    const held = await reserve(token);
    await db.$transaction((tx) => revokeToken(tx, source));
    expect(await consumeReservation(db, held)).toBe(false);
    await releaseReservation(db, held);
    await expect(reserve(token)).rejects.toEqual(refused('revoked'));
    await db.$transaction((tx) => restoreToken(tx, source));
    expect(await consumeReservation(db, await reserve(token))).toBe(true);
  });

  it('is released once when the report could not be delivered after all', async () => {
    const { token } = await issue('compliance');
    const held = await reserve(token, { kind: 'compliance' });
    expect(await refundReservation(db, held)).toBe(false);
    await consumeReservation(db, held);
    // What was delivered is not given back by a caller that comes too late.
    expect(await releaseReservation(db, held)).toBe(false);
    await expect(reserve(token, { kind: 'compliance' })).rejects.toEqual(refused('used'));
    // A job's payload is JSON.
    const carried = JSON.parse(JSON.stringify(held)) as typeof held;
    expect(await refundReservation(db, carried)).toBe(true);
    const next = await reserve(token, { kind: 'compliance' });
    await consumeReservation(db, next);
    expect(await refundReservation(db, carried)).toBe(false);
  });

  it.each([
    ['nonsense', 'wrong-shape'],
    [randomCredential('compliance'), 'wrong-shape'],
    [`${randomCredential('one_time').slice(0, -6)}000000`, 'wrong-checksum'],
    [derivedCredential('one_time', 'never sold', 1, SECRET), 'unknown'],
  ] as const)('rejects %s as %s', async (token, reason) => {
    await expect(reserve(token)).rejects.toEqual(refused(reason));
  });
});

it('reports a refund during use as revoked', async () => {
  const source = `purchase:${randomUUID()}`;
  const order = { kind: 'one_time' as const, email: 'a@example.com', source };
  const { token } = await db.$transaction((tx) => issueToken(tx, order, SECRET));
  const held = await reserveToken(db, { token, kind: 'one_time', leaseMs: 60_000 }, SECRET);
  await db.$transaction((tx) => revokeToken(tx, source));
  await expect(chargeReservation(db, held)).rejects.toMatchObject({ name: 'TokenRefused', reason: 'revoked' });
});
