/** The provider's last report on a subscription, stored next to the ledger: it changes, the ledger does not. */
import type { Tx } from '@palisade/db/client';
import type { ProviderSubscription } from './provider.ts';
import type { SubscriptionTerms } from './purchase-state.ts';

type SubscriptionRow = NonNullable<Awaited<ReturnType<Tx['subscription']['findUnique']>>>;

/** Whether the provider tries again to collect a payment that failed: it grants grace only while it does. */
export type Retries = 'go_on' | 'end_now' | 'ended_before';

/** Under the row lock of the purchase. Of two concurrent responses, the later request wins. */
export async function keepSubscription(
  tx: Tx,
  purchaseId: string,
  told: ProviderSubscription | null,
  askedAt: Date,
): Promise<Retries> {
  if (!told) return 'go_on';
  const before = await tx.subscription.findUnique({ where: { purchaseId } });
  if (before && before.askedAt > askedAt) return before.grace ? 'go_on' : 'ended_before';
  const { cancelAtPeriodEnd, ...rest } = told;
  const data = { ...rest, cancelAtPeriodEnd: cancelAtPeriodEnd ?? before?.cancelAskedAt != null, askedAt };
  await tx.subscription.upsert({ where: { purchaseId }, create: { purchaseId, ...data }, update: data });
  if (told.grace) return 'go_on';
  return before?.status === told.status ? 'ended_before' : 'end_now';
}

export function termsOf(row: SubscriptionRow | null): SubscriptionTerms | undefined {
  return row
    ? { runs: row.runs, grace: row.grace, ending: row.cancelAtPeriodEnd, grantedUntil: row.grantedUntil }
    : undefined;
}
