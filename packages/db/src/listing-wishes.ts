import type { Tx } from './client.ts';
import type { ListingWish } from './generated/enums.ts';

export type { ListingWish };

/** Kept for as long as the claim is. @returns false when the account has not verified ownership of the host */
export async function setListingWish(db: Tx, email: string, host: string, wish: ListingWish): Promise<boolean> {
  const { count } = await db.ownedSite.updateMany({
    where: { email, host, verifiedAt: { not: null } },
    data: { wish },
  });
  return count === 1;
}

/** Of verified owners. There may be two: one opt-out is enough. */
export async function wishOfOwners(db: Tx, host: string): Promise<ListingWish | null> {
  const owners = await db.ownedSite.findMany({
    where: { host, verifiedAt: { not: null }, wish: { not: null } },
    select: { wish: true },
  });
  return owners.some(({ wish }) => wish === 'opt_out') ? 'opt_out' : (owners[0]?.wish ?? null);
}
