import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimRequest, commitAnswer, prepareAnswer, releaseRequest, renewRequest } from './idempotent-requests.ts';
import { testDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const SEALED = { headers: new Uint8Array([1]), body: new Uint8Array([2]) };
const claim = (attempt: { id: string; attempt: string }) =>
  claimRequest(database.db, { ...attempt, fingerprint: 'same', leaseMs: 20_000 });

/** One whose lease expired, and the one that took over. */
async function takenOver() {
  const id = randomUUID();
  const [slow, next] = [
    { id, attempt: randomUUID() },
    { id, attempt: randomUUID() },
  ];
  expect(await claim(slow)).toEqual({ outcome: 'ours' });
  await database.db.$executeRaw`update idempotent_request set lease_until = now() - interval '1 s' where id = ${id}`;
  expect(await claim(next)).toEqual({ outcome: 'ours' });
  return { slow, next };
}

it('an attempt that was taken over can neither renew, prepare, charge nor release', async () => {
  const { db } = database;
  const { slow, next } = await takenOver();
  expect(await renewRequest(db, slow, 20_000)).toBe(false);
  expect(await prepareAnswer(db, slow, { status: 200, sealed: SEALED })).toBe(false);
  expect(await prepareAnswer(db, next, { status: 200, sealed: SEALED })).toBe(true);
  expect(await commitAnswer(db, slow)).toBe(false);
  await releaseRequest(db, slow);
  expect(await renewRequest(db, next, 20_000)).toBe(true);
  expect(await commitAnswer(db, next)).toBe(true);
});

it('what was charged is repeated: its own attempt cannot release it, charge it again or change it', async () => {
  const { db } = database;
  const { next } = await takenOver();
  await prepareAnswer(db, next, { status: 200, sealed: SEALED });
  expect(await commitAnswer(db, next)).toBe(true);
  expect(await commitAnswer(db, next)).toBe(false);
  expect(await prepareAnswer(db, next, { status: 500, sealed: SEALED })).toBe(false);
  await releaseRequest(db, next);
  expect(await claim({ ...next, attempt: randomUUID() })).toMatchObject({ outcome: 'answered', status: 200 });
});
