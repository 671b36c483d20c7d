import { z } from 'zod';
import type { Db } from '@palisade/db/client';
import { isProductId, type ProductId } from '@palisade/billing/products';

export interface Landing {
  state: 'paid' | 'pending' | 'failed' | 'unknown';
  product: ProductId | null;
  email: string | null;
}

const UNKNOWN: Landing = { state: 'unknown', product: null, email: null };

/**
 * What is known of the purchase that a buyer comes back from: named by its own id, or by the provider's order or
 * subscription. Neither can be guessed, and all they show is a state and a masked address.
 */
export async function landingOf(db: Db, checkout: unknown): Promise<Landing> {
  const name = z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .safeParse(checkout);
  if (!name.success) return UNKNOWN;
  const id = z.uuid().safeParse(name.data);
  const purchase = await db.purchase.findFirst({
    where: id.success ? { id: id.data } : { ledger: { some: { kind: 'opened', ref: name.data } } },
    select: { product: true, email: true, ledger: { select: { kind: true } } },
  });
  if (!purchase || !isProductId(purchase.product)) return UNKNOWN;
  const kinds = new Set(purchase.ledger.map(({ kind }) => kind));
  const state = kinds.has('paid') ? 'paid' : kinds.has('closed') || kinds.has('ended') ? 'failed' : 'pending';
  return { state, product: purchase.product, email: masked(purchase.email) };
}

/** `a…@example.com` */
function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}
