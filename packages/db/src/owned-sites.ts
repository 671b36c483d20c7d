/** Hosts that accounts claim, and whether the claim is verified. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Db, Tx } from './client.ts';

const DAY_MS = 86_400_000;
/** Claims of one account. */
export const MOST_SITES = 50;

export type OwnedSite = Awaited<ReturnType<Db['ownedSite']['findFirstOrThrow']>>;

/** Claiming again keeps the same claim. @returns null when the account has reached its limit of claims */
export async function claimSite(db: Db, email: string, host: string, now = new Date()): Promise<OwnedSite | null> {
  const known = await db.ownedSite.findUnique({ where: { email_host: { email, host } } });
  if (!known && (await db.ownedSite.count({ where: { email } })) >= MOST_SITES) return null;
  const challenge = randomBytes(15).toString('base64url');
  return await db.ownedSite.upsert({
    where: { email_host: { email, host } },
    create: { id: randomUUID(), email, host, challenge, createdAt: now, askedAt: now },
    update: { askedAt: now },
  });
}

/** @returns false when it was not claimed */
export async function unclaimSite(db: Tx, email: string, id: string): Promise<boolean> {
  return (await db.ownedSite.deleteMany({ where: { email, id } })).count === 1;
}

export async function ownedSites(db: Tx, email: string): Promise<OwnedSite[]> {
  return await db.ownedSite.findMany({ where: { email }, orderBy: { host: 'asc' } });
}

/** The account's claim to this host is verified. */
export async function ownsSite(db: Tx, email: string, host: string): Promise<boolean> {
  return (await db.ownedSite.count({ where: { email, host, verifiedAt: { not: null } } })) > 0;
}

/** Some account has verified ownership of this host. */
export async function hasOwner(db: Tx, host: string): Promise<boolean> {
  return (await db.ownedSite.count({ where: { host, verifiedAt: { not: null } } })) > 0;
}

/**
 * Records the result of a check. A missing proof ends the verification only when every place that may contain it
 * answered: an outage removes nothing.
 */
export async function applyClaims(
  db: Db,
  host: string,
  found: { claims: readonly string[]; complete: boolean },
  now = new Date(),
): Promise<void> {
  const proved = { host, challenge: { in: [...found.claims] } };
  await db.ownedSite.updateMany({ where: { ...proved, verifiedAt: null }, data: { verifiedAt: now } });
  if (found.complete) {
    const gone = { host, challenge: { notIn: [...found.claims] }, verifiedAt: { not: null } };
    await db.ownedSite.updateMany({ where: gone, data: { verifiedAt: null } });
  }
  await db.ownedSite.updateMany({ where: { host }, data: { checkedAt: now } });
}

/** Verified hosts that were not checked for a day, each for one caller only. */
export async function takeDueClaims(db: Db, most: number, now = new Date()): Promise<string[]> {
  const before = new Date(now.getTime() - DAY_MS);
  const due = { verifiedAt: { not: null }, OR: [{ askedAt: null }, { askedAt: { lt: before } }] };
  const hosts = await db.ownedSite.findMany({ where: due, distinct: ['host'], select: { host: true }, take: most });
  const taken: string[] = [];
  for (const { host } of hosts) {
    const { count } = await db.ownedSite.updateMany({ where: { ...due, host }, data: { askedAt: now } });
    if (count > 0) taken.push(host);
  }
  return taken;
}
