/** The provider's last report on a subscription, stored next to the ledger: it changes, the ledger does not. */
import type { Tx } from '@palisade/db/client';
import type { ProviderSubscription } from './provider.ts';
import type { SubscriptionTerms } from './purchase-state.ts';

type SubscriptionRow = NonNullable<Awaited<ReturnType<Tx['subscription']['findUnique']>>>;

/** Whether the provider still tries to collect a payment that failed: it grants grace only while it does. */
export interface Collection {
  over: boolean;
  /** Until this report, it was not. */
  justNow: boolean;
}

/** Under the row lock of the purchase. Of two concurrent responses, the later request wins. */
export async function keepSubscription(
  tx: Tx,
  purchaseId: string,
  told: ProviderSubscription | null,
  askedAt: Date,
): Promise<Collection> {
  if (!told) return { over: false, justNow: false };
  const before = await tx.subscription.findUnique({ where: { purchaseId } });
  if (before && before.askedAt > askedAt) return { over: !before.grace, justNow: false };
  const { cancelAtPeriodEnd, ...rest } = told;
  const data = { ...rest, cancelAtPeriodEnd: cancelAtPeriodEnd ?? before?.cancelAskedAt != null, askedAt };
  await tx.subscription.upsert({ where: { purchaseId }, create: { purchaseId, ...data }, update: data });
  return { over: !told.grace, justNow: !told.grace && before?.grace !== false };
}

export function termsOf(row: SubscriptionRow | null): SubscriptionTerms | undefined {
  return row
    ? { runs: row.runs, grace: row.grace, ending: row.cancelAtPeriodEnd, grantedUntil: row.grantedUntil }
    : undefined;
}
