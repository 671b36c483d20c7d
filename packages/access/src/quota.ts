import { randomUUID } from 'node:crypto';
import { direct, type Db, type Tx } from '@palisade/db/client';

/** A counter and its ceiling: a key's month or an address's day. */
export interface Quota {
  subject: string;
  period: string;
  limit: number;
}

/** One unit taken. Plain data, so a job can carry it. */
export interface QuotaReservation {
  purse: 'quota';
  id: string;
  subject: string;
  period: string;
}

/** Until when a unit is held is told by the clock of the database, unless `now` is given: clocks of processes differ. */
interface UnitLease {
  leaseMs: number;
  now?: Date | undefined;
}

interface TakenUnit extends QuotaReservation {
  /** Units of the counter that are used, this one among them, at the moment it was taken. */
  used: number;
}

/**
 * Takes one unit, or answers null when none is left. One statement: the counter's row lock
 * makes every other taker wait, and PostgreSQL looks at `used < limit` again after the wait.
 *
 * It does not wait for the disk, so that no one holds that lock for a flush. A crash of PostgreSQL within the next half
 * second may lose the unit together with its reservation: then it cannot be consumed, and nothing is delivered for it.
 * To consume it waits, and what is flushed then includes the taking.
 * @param db no transaction: it would not wait for the disk either
 */
export async function takeUnit(db: Db, quota: Quota, { now, leaseMs }: UnitLease): Promise<TakenUnit | null> {
  const id = randomUUID();
  const { subject, period, limit } = quota;
  const values = [subject, period, limit, id, now?.toISOString() ?? null, leaseMs];
  const [taken] = (await direct(db, TAKE, values)) as [used: number][];
  return taken ? { purse: 'quota', id, subject, period, used: taken[0] } : null;
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

/** Takes `ids.length` units or none, in one statement; each is settled by itself later. */
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

/** The report is delivered: the unit is spent. False when it was given back meanwhile (its lease had ended). */
export async function consumeUnit(db: Tx, id: string, now = new Date()): Promise<boolean> {
  return (await direct(db, CONSUME, [id, now.toISOString(), 'held'])).length === 1;
}

/** `held` is a parameter: written out, it would let the planner look for all that are held, where it knows of few. */
const CONSUME = `
  update quota_reservation set state = 'consumed', settled_at = $2::timestamptz
  where id = $1::uuid and state = $3::"ReservationState" returning id::text`;

/** Nothing was delivered: the unit goes back to the period it came from. Once, however often and from wherever called. */
export async function releaseUnit(db: Tx, id: string, now = new Date()): Promise<boolean> {
  return (await giveBack(db, id, 'held', now)) === 1;
}

/** For what was delivered to a job that failed for good later. */
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
