import type { Tx } from '@palisade/db/client';
import { callerOf } from './client-address.ts';
import { QuotaExhausted } from './errors.ts';
import { keyedHash } from './keyed-hash.ts';
import { unitsUsed } from './quota.ts';

const HOUR_MS = 3_600_000;

export interface RateLimit {
  /** What is counted, e.g. `checkout`. */
  what: string;
  /** The owner of the limit: an address, an email address, or null for the whole service. */
  who: string | null;
  perHour: number;
}

/** `named` is what is limited, for the message: `logos an hour from one address`. */
type NamedRate = RateLimit & { named: string };

/** Counts one within the clock hour. False: the limit is reached, nothing was counted. */
export async function withinRate(db: Tx, limit: RateLimit, appSecret: string, now = new Date()): Promise<boolean> {
  const { subject, period } = counterOf(limit, appSecret, now);
  const taken = await db.$executeRaw`
    insert into quota_counter (subject, period, used)
    select ${subject}, ${period}, 1 where ${limit.perHour}::int > 0
    on conflict (subject, period) do update set used = quota_counter.used + 1
    where quota_counter.used < ${limit.perHour}::int`;
  return taken === 1;
}

/** Counts one within the clock hour. @throws QuotaExhausted */
export async function takeRate(db: Tx, limit: NamedRate, appSecret: string, now = new Date()): Promise<void> {
  if (!(await withinRate(db, limit, appSecret, now))) throw exhausted(limit, now);
}

/**
 * Counts one for an address and one for the whole service.
 * @param limit `named` without the rest of the message: `logos`
 * @throws QuotaExhausted
 */
export async function takeFrom(
  db: Tx,
  limit: { what: string; named: string; perAddress: number; perService: number },
  { address, appSecret }: { address: string; appSecret: string },
): Promise<void> {
  const { what, named, perAddress, perService } = limit;
  for (const one of [
    { what, who: callerOf(address), perHour: perAddress, named: `${named} an hour from one address` },
    { what, who: null, perHour: perService, named: `${named} an hour on this service` },
  ])
    await takeRate(db, one, appSecret);
}

/** Counts nothing. @throws QuotaExhausted when the hour's limit is reached */
export async function checkRate(db: Tx, limit: NamedRate, appSecret: string, now = new Date()): Promise<void> {
  if (await atLimit(db, limit, appSecret, now)) throw exhausted(limit, now);
}

/** Whether the hour's limit is reached. Counts nothing. */
export async function atLimit(db: Tx, limit: RateLimit, appSecret: string, now = new Date()): Promise<boolean> {
  const { subject, period } = counterOf(limit, appSecret, now);
  return (await unitsUsed(db, subject, period)) >= limit.perHour;
}

function counterOf({ what, who }: RateLimit, appSecret: string, now: Date): { subject: string; period: string } {
  const period = now.toISOString().slice(0, 13);
  // The salt includes the hour, and rows are swept with the free quota's counters (`address:`): no address is stored.
  const hash = who === null ? 'service' : keyed(appSecret, `rate ${what} ${period}`, who);
  return { subject: `address:rate:${what}:${hash}`, period };
}

function exhausted({ perHour, named }: Pick<NamedRate, 'perHour' | 'named'>, now: Date): QuotaExhausted {
  return new QuotaExhausted(`the limit of ${perHour} ${named} is`, nextHour(now), now);
}

/**
 * A checkout started without an account: limited per address and for the whole service,
 * because each one sends requests to the payment provider. Half of the service's limit is reserved for the first few of each
 * address: a flood from a few addresses blocks no buyer.
 * @throws QuotaExhausted
 */
export async function takeCheckout(
  db: Tx,
  caller: { address: string; perAddress: number; perService: number; appSecret: string; now?: Date },
): Promise<void> {
  const now = caller.now ?? new Date();
  const within = (who: string | null, perHour: number) =>
    withinRate(db, { what: 'checkout', who, perHour }, caller.appSecret, now);
  const { perAddress, perService } = caller;
  const mine = callerOf(caller.address);
  const amongFirst = await within(mine, Math.min(FIRST_OF_ADDRESS, perAddress));
  if (!amongFirst && !(await within(mine, perAddress)))
    throw exhausted({ perHour: perAddress, named: 'checkouts an hour from one address' }, now);
  if (!(await within(null, amongFirst ? perService : Math.ceil(perService / 2))))
    throw exhausted({ perHour: perService, named: 'checkouts an hour on this service' }, now);
}

/** A buyer who tries another product, another provider, another card. */
const FIRST_OF_ADDRESS = 5;

function nextHour(now: Date): Date {
  return new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
}

function keyed(appSecret: string, purpose: string, text: string): string {
  return Buffer.from(keyedHash(appSecret, purpose, text).subarray(0, 16)).toString('base64url');
}
