import { Prisma, type Db, type Tx } from './client.ts';

/** How long a key keeps its first response. */
const FORGOTTEN = Prisma.sql`known.created_at < now() - interval '24 hours'`;

export interface Attempt {
  id: string;
  attempt: string;
}

export interface SealedAnswer {
  headers: Uint8Array<ArrayBuffer>;
  body: Uint8Array<ArrayBuffer>;
}

export type Claim =
  | { outcome: 'ours' }
  | { outcome: 'answered'; status: number; sealed: SealedAnswer }
  | { outcome: 'under-way' }
  | { outcome: 'other-body' };

/** Later than any lease can end: it was taken before the clock was set back. */
const TOLERANCE_MS = 10_000;

/**
 * Exactly one of any number of concurrent equal requests gets `ours`. An attempt whose process died is taken
 * over when its lease has expired; so is a key that is older than a day. All times are the database's.
 */
export async function claimRequest(
  db: Db,
  request: Attempt & { fingerprint: string; leaseMs: number },
): Promise<Claim> {
  const { id, attempt, fingerprint, leaseMs } = request;
  const ours = await db.$executeRaw`
    insert into idempotent_request as known (id, fingerprint, attempt, lease_until, created_at)
    values (${id}, ${fingerprint}, ${attempt}::uuid, now() + ${leaseMs}::int * interval '1 ms', now())
    on conflict (id) do update set
      fingerprint = excluded.fingerprint, attempt = excluded.attempt, lease_until = excluded.lease_until,
      created_at = case when ${FORGOTTEN} then excluded.created_at else known.created_at end,
      state = 'running', status = null, headers = null, body = null
    where ${FORGOTTEN}
      or (known.state <> 'done' and known.fingerprint = excluded.fingerprint
        and (known.lease_until < now() or known.lease_until > excluded.lease_until + ${TOLERANCE_MS}::int * interval '1 ms'))`;
  if (ours === 1) return { outcome: 'ours' };
  const known = await db.idempotentRequest.findUnique({ where: { id } });
  // It has just ended without a response to keep: its caller may retry.
  if (!known) return { outcome: 'under-way' };
  if (known.fingerprint !== fingerprint) return { outcome: 'other-body' };
  const { state, status, headers, body } = known;
  if (state !== 'done' || status === null || headers === null || body === null) return { outcome: 'under-way' };
  return { outcome: 'answered', status, sealed: { headers, body } };
}

/** @returns false when another attempt has taken over */
export async function renewRequest(db: Tx, { id, attempt }: Attempt, leaseMs: number): Promise<boolean> {
  const count = await db.$executeRaw`
    update idempotent_request set lease_until = now() + ${leaseMs}::int * interval '1 ms'
    where id = ${id} and attempt = ${attempt}::uuid`;
  return count === 1;
}

/** Stores the response before its cost is charged. @returns false when another attempt has taken over */
export async function prepareAnswer(
  db: Tx,
  { id, attempt }: Attempt,
  { status, sealed }: { status: number; sealed: SealedAnswer },
): Promise<boolean> {
  const data = { state: 'prepared', status, ...sealed } as const;
  const { count } = await db.idempotentRequest.updateMany({ where: { id, attempt, state: { not: 'done' } }, data });
  return count === 1;
}

/** From now on the response is repeated. In the transaction that charges for it. */
export async function commitAnswer(tx: Tx, { id, attempt }: Attempt): Promise<boolean> {
  const { count } = await tx.idempotentRequest.updateMany({
    where: { id, attempt, state: 'prepared' },
    data: { state: 'done' },
  });
  return count === 1;
}

/** With the headers that were known only after the charge. */
export async function completeAnswer(
  db: Tx,
  { id, attempt }: Attempt,
  { headers }: Pick<SealedAnswer, 'headers'>,
): Promise<void> {
  await db.idempotentRequest.updateMany({ where: { id, attempt, state: 'done' }, data: { headers } });
}

/** It failed and cost nothing: the key is free again. */
export async function releaseRequest(db: Tx, { id, attempt }: Attempt): Promise<void> {
  await db.idempotentRequest.deleteMany({ where: { id, attempt, state: { not: 'done' } } });
}

export async function purgeIdempotentRequests(db: Tx): Promise<number> {
  return await db.$executeRaw`delete from idempotent_request known where ${FORGOTTEN}`;
}
