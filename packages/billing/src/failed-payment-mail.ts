/** Tells the subscriber that a payment failed, and once more when the provider stops trying. */
import type { Tx } from '@palisade/db/client';
import { clock, linkBase, type BillingDeps } from './billing-deps.ts';
import { sourceOf } from './entitle.ts';
import type { LedgerEntry, Purchase } from './ledger.ts';
import type { ProviderState } from './provider.ts';
import type { PurchaseState } from './purchase-state.ts';
import type { Collection } from './subscription-row.ts';

/** In the transaction that recorded the provider's state, under the lock of the purchase. */
export async function mailFailedPayment(
  tx: Tx,
  deps: BillingDeps,
  { purchase, state, news }: { purchase: Purchase; state: PurchaseState; news: readonly LedgerEntry[] },
  provider: ProviderState,
  collection: Collection,
): Promise<void> {
  const failure = failureToTell(state, news, provider, collection);
  if (!failure) return;
  const { retries, ref } = failure;
  const now = clock(deps);
  await deps.enqueueMail(tx, {
    dedupeKey: `${sourceOf(purchase)}:renewal_failed:${ref}`,
    to: purchase.email,
    template: 'renewal_failed',
    payload: {
      paid_until: state.paidUntil?.toISOString() ?? '',
      // Providers retry for days after the paid period has ended.
      period: state.paidUntil !== null && state.paidUntil <= now ? 'over' : 'runs',
      key: state.entitled ? 'works' : 'stopped',
      retries,
      link: `${linkBase(deps)}${retries === 'ended' ? '/pricing' : '/account'}`,
    },
  });
}

interface Failure {
  retries: 'go_on' | 'given_up' | 'ended';
  /** Each is told once. */
  ref: string;
}

/** The newest failed payment comes first. */
function failureToTell(
  state: PurchaseState,
  news: readonly LedgerEntry[],
  { failedRenewals, endedUnpaid = false }: ProviderState,
  collection: Collection,
): Failure | null {
  if (state.ended) {
    return endedUnpaid && news.some(({ kind }) => kind === 'ended') ? { retries: 'ended', ref: 'ended' } : null;
  }
  const failed = news.find(({ kind }) => kind === 'renewal_failed')?.ref;
  // The first failure that we see can be the last one.
  const last = collection.over ? (failed ?? (collection.justNow ? failedRenewals[0] : undefined)) : undefined;
  if (last !== undefined) return { retries: 'given_up', ref: `${last}:given_up` };
  return failed === undefined ? null : { retries: 'go_on', ref: failed };
}
