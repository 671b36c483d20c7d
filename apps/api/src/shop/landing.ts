import { z } from 'zod';
import type { BillingDeps } from '@palisade/billing/billing-deps';
import { withinDeadline } from '@palisade/billing/deadline';
import { BillingError } from '@palisade/billing/errors';
import { isProductId, type Currency, type ProductId } from '@palisade/billing/products';
import type { ProviderName } from '@palisade/billing/provider';
import { purchaseState } from '@palisade/billing/purchase-state';
import { revealOnce, type Revealed } from '@palisade/billing/reveal-once';
import { settle } from '@palisade/billing/settle';
import { termsOf } from '@palisade/billing/subscription-row';

type LandingState =
  'paid' | 'pending' | 'processing' | 'declined' | 'failed' | 'returned' | 'ended' | 'review' | 'unknown';

export interface Landing {
  state: LandingState;
  product: ProductId | null;
  /** The buyer's address, masked. */
  email: string | null;
  /** Seconds after which the page should reload; null if the state will not change. */
  again: number | null;
  /** The key or token, for the first visit of the buyer's own browser. */
  revealed: (Revealed & { email: string; url: string | null }) | null;
}

const UNKNOWN: Landing = { state: 'unknown', product: null, email: null, again: null, revealed: null };
/** A webhook can be late or lost: for this long after the purchase began, the buyer's visits query the provider. */
const QUERY_FOR_MS = 3_600_000;
const PROVIDER_WAIT_MS = 4_000;

/**
 * The state of the purchase that a buyer returns from, found by its own ID or that of the provider's order or
 * subscription. Neither can be guessed. Other visitors see only a state and a masked address.
 * @param asked.buyer hash of the cookie of this browser
 * @param asked.declined the provider's form says that an attempt failed, which is not verified
 */
export async function landingOf(
  billing: BillingDeps,
  asked: { checkout: unknown; buyer: Uint8Array<ArrayBuffer> | null; declined: boolean },
  now = new Date(),
): Promise<Landing> {
  const { buyer } = asked;
  let purchase = await find(billing, asked.checkout);
  if (!purchase || !isProductId(purchase.product)) return UNKNOWN;
  const { product } = purchase;
  const own = isOwn(purchase, buyer);
  const age = now.getTime() - purchase.createdAt.getTime();
  let waiting = false;
  const ref = purchase.ledger.find(({ kind }) => kind === 'opened')?.ref;
  const open = purchase.ledger.every(({ kind }) => kind === 'opened' || kind === 'closed');
  if (own && open && ref !== undefined && age < QUERY_FOR_MS) {
    const located = { purchaseId: purchase.id, ref };
    try {
      const settled = await withinDeadline(
        settle(billing, purchase.provider as ProviderName, located),
        PROVIDER_WAIT_MS,
      );
      waiting = settled?.waiting ?? false;
    } catch (error) {
      // The provider fails: the webhook or the next visit will settle the purchase.
      if (!(error instanceof BillingError)) throw error;
    }
    purchase = (await find(billing, purchase.id)) ?? purchase;
  }
  const state = stateOf(product, purchase, { waiting, declined: asked.declined }, now);
  const revealed = state === 'paid' && own && buyer !== null ? await revealOnce(billing, purchase.id, buyer) : null;
  return {
    state,
    product,
    email: masked(purchase.email),
    again: state === 'pending' || state === 'processing' ? pauseAt(age) : null,
    revealed: revealed && { ...revealed, email: purchase.email, url: purchase.url },
  };
}

/** A purchase that still waits for its payer at Razorpay. */
export interface OpenOrder {
  product: ProductId;
  /** The provider's order or subscription. */
  reference: string;
  amount: number;
  currency: Currency;
  /** The buyer's address, for the buyer's own browser. */
  email: string | null;
}

/** @returns null if there is nothing left to pay */
export async function openOrderOf(
  billing: BillingDeps,
  asked: { checkout: unknown; buyer: Uint8Array<ArrayBuffer> | null },
): Promise<OpenOrder | null> {
  const purchase = await find(billing, asked.checkout);
  if (purchase?.provider !== 'razorpay' || !isProductId(purchase.product)) return null;
  const [opened, ...more] = purchase.ledger;
  if (opened?.kind !== 'opened' || more.length > 0) return null;
  const { product, amount, email } = purchase;
  return {
    product,
    reference: opened.ref,
    amount,
    currency: 'INR',
    email: isOwn(purchase, asked.buyer) ? email : null,
  };
}

function isOwn({ landing }: Pick<Found, 'landing'>, buyer: Uint8Array<ArrayBuffer> | null): boolean {
  return buyer !== null && landing !== null && Buffer.from(landing).equals(buyer);
}

type Found = NonNullable<Awaited<ReturnType<typeof find>>>;

async function find({ db }: BillingDeps, checkout: unknown) {
  const name = z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .safeParse(checkout);
  if (!name.success) return null;
  const id = z.uuid().safeParse(name.data);
  return await db.purchase.findFirst({
    where: id.success ? { id: id.data } : { ledger: { some: { kind: 'opened', ref: name.data } } },
    include: { ledger: { orderBy: { id: 'asc' } }, subscription: true },
  });
}

function stateOf(
  product: ProductId,
  { ledger, subscription }: Found,
  hints: { waiting: boolean; declined: boolean },
  now: Date,
): LandingState {
  const { entitled, ended, everPaid } = purchaseState(product, ledger, now, termsOf(subscription));
  const has = (wanted: Found['ledger'][number]['kind']) => ledger.some(({ kind }) => kind === wanted);
  if (entitled) return 'paid';
  if (everPaid) return ended ? 'ended' : 'returned';
  if (has('mispaid')) return 'review';
  if (hints.waiting) return 'processing';
  if (has('closed') || ended) return 'failed';
  return hints.declined ? 'declined' : 'pending';
}

/** Soon at first; a bank transfer takes days. */
function pauseAt(ageMs: number): number {
  if (ageMs < 60_000) return 3;
  return ageMs < 600_000 ? 10 : 60;
}

/** `a…@example.com` */
function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}
