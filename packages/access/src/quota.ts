import { randomUUID } from 'node:crypto';
import { direct, type Db, type Tx } from '@palisade/db/client';

/** A counter and its limit: a key's month or an address's day. */
export interface Quota {
  subject: string;
  period: string;
  limit: number;
}

/** One unit taken. Plain data, so that a job can contain it. */
export interface QuotaReservation {
  kind: 'quota';
  id: string;
  subject: string;
  period: string;
}

/** A unit is held by the database's clock unless `now` is given: the clocks of processes differ. */
interface UnitLease {
  leaseMs: number;
  now?: Date | undefined;
}

interface TakenUnit extends QuotaReservation {
  /** Units of the counter in use, including this one, when it was taken. */
  used: number;
}

/**
 * Takes one unit, or returns null when none is left. One statement: the counter's row lock
 * makes every other caller wait, and PostgreSQL evaluates `used < limit` again after the wait.
 *
 * It does not wait for the disk, so that no caller holds that lock during a flush. If PostgreSQL crashes within the next
 * half second, the unit may be lost together with its reservation: it then cannot be consumed, and nothing is delivered
 * for it. Consuming does wait, and its flush includes the taking.
 * @param db not a transaction, which would not wait for the disk either
 */
export async function takeUnit(db: Db, quota: Quota, { now, leaseMs }: UnitLease): Promise<TakenUnit | null> {
  const id = randomUUID();
  const { subject, period, limit } = quota;
  const values = [subject, period, limit, id, now?.toISOString() ?? null, leaseMs];
  const [taken] = (await direct(db, TAKE, values)) as [used: number][];
  return taken ? { kind: 'quota', id, subject, period, used: taken[0] } : null;
}

const TAKE = `
  with lazily as materialized (select set_config('synchronous_commit', 'off', true)), taken as (
    insert into quota_counter (subject, period, used)
    select $1, $2, 1 from lazily where $3::int > 0
    on conflict (subject, period) do update set used = quota_counter.used + 1
    where quota_counter.used < $3::int
    returning subject, period, used
  ), held as (
    insert into quota_reservation (id, subject, period, created_at, lease_until)
    select $4::uuid, subject, period, taken_at, taken_at + $6::int * interval '1 ms'
    from taken, coalesce($5::timestamptz, now()) as taken_at
  )
  select used from taken`;

/** Takes `ids.length` units or none, in one statement; each is settled separately later. */
export async function takeUnits(
  db: Tx,
  quota: Quota,
  ids: readonly string[],
  { now, leaseMs }: UnitLease,
): Promise<boolean> {
  const taken = await db.$executeRaw`
    with taken as (
      insert into quota_counter (subject, period, used)
      select ${quota.subject}, ${quota.period}, ${ids.length}::int where ${quota.limit}::int >= ${ids.length}::int
      on conflict (subject, period) do update set used = quota_counter.used + ${ids.length}::int
      where quota_counter.used + ${ids.length}::int <= ${quota.limit}::int
      returning subject, period
    )
    insert into quota_reservation (id, subject, period, created_at, lease_until)
    select id, subject, period, taken_at, taken_at + ${leaseMs} * interval '1 ms'
    from taken, unnest(${[...ids]}::uuid[]) as id, coalesce(${now ?? null}::timestamptz, now()) as taken_at`;
  return taken === ids.length;
}

/** The report is delivered: the unit is spent. False when it was released meanwhile (its lease had expired). */
export async function consumeUnit(db: Tx, id: string, now = new Date()): Promise<boolean> {
  return (await direct(db, CONSUME, [id, now.toISOString(), 'held'])).length === 1;
}

/** `held` is a parameter: as a literal, the planner would search all held units, which it assumes to be few. */
const CONSUME = `
  update quota_reservation set state = 'consumed', settled_at = $2::timestamptz
  where id = $1::uuid and state = $3::"ReservationState" returning id::text`;

/** Nothing was delivered: the unit returns to its period. Once, whatever the number and source of calls. */
export async function releaseUnit(db: Tx, id: string, now = new Date()): Promise<boolean> {
  return (await giveBack(db, id, 'held', now)) === 1;
}

/** For a delivery whose job later failed permanently. */
export async function refundUnit(db: Tx, id: string, now = new Date()): Promise<boolean> {
  return (await giveBack(db, id, 'consumed', now)) === 1;
}

export async function unitsUsed(db: Tx, subject: string, period: string): Promise<number> {
  const counter = await db.quotaCounter.findUnique({ where: { subject_period: { subject, period } } });
  return counter?.used ?? 0;
}

async function giveBack(db: Tx, id: string, from: 'held' | 'consumed', now: Date): Promise<number> {
  return db.$executeRaw`
    with freed as (
      update quota_reservation set state = 'released', settled_at = ${now}::timestamptz
      where id = ${id}::uuid and state = ${from}::"ReservationState"
      returning subject, period
    )
    update quota_counter set used = greatest(quota_counter.used - 1, 0)
    from freed where quota_counter.subject = freed.subject and quota_counter.period = freed.period`;
}
