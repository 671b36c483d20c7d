/**
 * The only path from money to an entitlement. The redirect, every webhook and
 * reconciliation end here: fetch the provider's state, then record it and apply the
 * consequence in one transaction, one purchase at a time.
 */
import type { Tx } from '@palisade/db/client';
import { clock, providerOf, type BillingDeps } from './billing-deps.ts';
import { applyEntitlement } from './entitle.ts';
import { mailFailedPayment } from './failed-payment-mail.ts';
import { append, entriesOf, purchaseBehind, type LedgerEntry, type NewEntry, type Purchase } from './ledger.ts';
import { isMonthly, isProductId } from './products.ts';
import type { Located, PaymentProvider, ProviderName, ProviderState } from './provider.ts';
import { purchaseState, type PurchaseState } from './purchase-state.ts';
import { keepSubscription, termsOf } from './subscription-row.ts';

export interface Settlement {
  purchase: Purchase;
  state: PurchaseState;
  /** What is new to the ledger. */
  news: LedgerEntry[];
  /** A payment is pending: it may still arrive. */
  waiting: boolean;
}

/** Null: unknown to the provider, or not a purchase of ours. */
export async function settle(
  deps: BillingDeps,
  providerName: ProviderName,
  located: Located,
): Promise<Settlement | null> {
  const provider = providerOf(deps, providerName);
  const expected = await purchaseBehind(deps.db, providerName, located);
  if (!expected) return null;
  const askedAt = clock(deps);
  const standing = await provider.standing(located);
  if (!standing) return null;
  const named = standing.purchaseId === expected.id;
  const purchase = named ? expected : await purchaseBehind(deps.db, providerName, standing);
  if (!purchase) return null;
  const captured = await captureWhatWaits(provider, purchase, standing);
  return await inTransaction(deps, (tx) => record(tx, deps, purchase.id, captured, askedAt));
}

/**
 * Adds the provider's state to the ledger and updates the entitlement. The purchase's row is
 * locked, so that two processes with different facts see each other's entries.
 */
export async function record(
  tx: Tx,
  deps: BillingDeps,
  purchaseId: string,
  standing: ProviderState,
  askedAt: Date,
): Promise<Settlement> {
  const purchase = await lockPurchase(tx, purchaseId);
  const retries = await keepSubscription(tx, purchaseId, standing.subscription, askedAt);
  const concluded = await conclude(tx, deps, purchase, entriesOf(purchase, standing, clock(deps)));
  await mailFailedPayment(tx, deps, concluded, standing, retries);
  const waiting = standing.payments.some(({ status }) => status === 'pending' || status === 'authorized');
  return { ...concluded, waiting };
}

/** Until the end of the transaction no other process decides about this purchase. */
export async function lockPurchase(tx: Tx, purchaseId: string): Promise<Purchase> {
  await tx.$queryRaw`select 1 from purchase where id = ${purchaseId}::uuid for update`;
  return await tx.purchase.findUniqueOrThrow({ where: { id: purchaseId } });
}

/** Adds the entries to the ledger of a locked purchase, and updates the entitlement. */
export async function conclude(
  tx: Tx,
  deps: BillingDeps,
  purchase: Purchase,
  entries: NewEntry[],
): Promise<Omit<Settlement, 'waiting'>> {
  if (!isProductId(purchase.product)) throw new Error(`no product is called ${purchase.product}`);
  const news = await append(tx, entries);
  const facts = await tx.ledgerEntry.findMany({ where: { purchaseId: purchase.id } });
  const subscription = await tx.subscription.findUnique({ where: { purchaseId: purchase.id } });
  const terms = termsOf(subscription);
  const state = purchaseState(purchase.product, facts, clock(deps), terms);
  // A subscription's entitlement also depends on its provider's status and on time, which are not entries.
  if (news.length > 0 || isMonthly(purchase.product)) await applyEntitlement(tx, deps, purchase, state, news);
  return { purchase, state, news };
}

/** Money that the payer has authorized, which would be released in a few days. */
async function captureWhatWaits(
  provider: PaymentProvider,
  purchase: Purchase,
  standing: ProviderState,
): Promise<ProviderState> {
  if (standing.payments.some(({ status }) => status === 'captured')) return standing;
  const waiting = standing.payments.find(
    ({ status, price, currency }) =>
      status === 'authorized' && price === purchase.amount && currency === purchase.currency,
  );
  if (!waiting) return standing;
  const captured = await provider.capture(waiting);
  return { ...standing, payments: standing.payments.map((one) => (one === waiting ? captured : one)) };
}

export async function inTransaction<T>(deps: BillingDeps, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await deps.db.$transaction(work, { maxWait: 10_000, timeout: 15_000 });
}
