/** Tells the subscriber that a payment failed, and once more when the provider stops trying. */
import type { Tx } from '@palisade/db/client';
import { clock, linkBase, type BillingDeps } from './billing-deps.ts';
import { sourceOf } from './entitle.ts';
import type { LedgerEntry, Purchase } from './ledger.ts';
import type { ProviderState } from './provider.ts';
import type { PurchaseState } from './purchase-state.ts';
import type { Retries } from './subscription-row.ts';

/** In the transaction that recorded the provider's state, under the lock of the purchase. */
export async function mailFailedPayment(
  tx: Tx,
  deps: BillingDeps,
  { purchase, state, news }: { purchase: Purchase; state: PurchaseState; news: readonly LedgerEntry[] },
  provider: ProviderState,
  retries: Retries,
): Promise<void> {
  const failure = failureToTell(state, news, provider, retries);
  if (!failure) return;
  const { next, ref } = failure;
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
      retries: next,
      link: `${linkBase(deps)}${next === 'ended' ? '/pricing' : '/account'}`,
    },
  });
}

interface Failure {
  next: 'go_on' | 'given_up' | 'ended';
  /** Each is told once. */
  ref: string;
}

/** The newest failed payment comes first. */
function failureToTell(
  state: PurchaseState,
  news: readonly LedgerEntry[],
  { failedRenewals, endedUnpaid = false }: ProviderState,
  retries: Retries,
): Failure | null {
  if (state.ended) {
    return endedUnpaid && news.some(({ kind }) => kind === 'ended') ? { next: 'ended', ref: 'ended' } : null;
  }
  // Razorpay invoices a halted subscription each month, and charges nothing.
  if (retries === 'ended_before') return null;
  const failed = news.find(({ kind }) => kind === 'renewal_failed')?.ref;
  // The first failure that we see can be the last one.
  const last = retries === 'end_now' ? (failed ?? failedRenewals[0]) : undefined;
  if (last !== undefined) return { next: 'given_up', ref: `${last}:given_up` };
  return failed === undefined ? null : { next: 'go_on', ref: failed };
}
