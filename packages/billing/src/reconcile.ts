/**
 * Finds what webhooks missed: walks what moved at the providers, our purchases that wait or
 * run, and events that nobody finished; settles each, and tells every difference. Everything
 * goes through the same fulfilment as a webhook, so a second run finds nothing to do.
 */
import { clock, type BillingDeps } from './billing-deps.ts';
import { BillingError } from './errors.ts';
import type { LedgerEntry } from './ledger.ts';
import { isMonthly, productIds, products } from './products.ts';
import { processProviderEvent } from './provider-events.ts';
import type { Located, PaymentProvider, ProviderName } from './provider.ts';
import { settle, type Settlement } from './settle.ts';

export interface Difference {
  provider: string;
  /** Null for money that belongs to no purchase. */
  purchaseId: string | null;
  ref: string;
  /** What the ledger did not know, or what cannot be mended from here. */
  difference: LedgerEntry['kind'] | 'unclaimed_payment' | 'paid_twice' | 'event_unfinished' | 'unreachable';
  action: string;
}

export interface Reconciliation {
  since: Date;
  /** Purchases that were compared. */
  looked: number;
  differences: Difference[];
}

/** Younger events are still on their way through the queue. */
const EVENT_PATIENCE_MS = 60_000;

export async function reconcile(deps: BillingDeps, options: { since: Date }): Promise<Reconciliation> {
  const differences: Difference[] = [];
  differences.push(...(await finishEvents(deps)));
  let looked = 0;
  for (const provider of Object.values(deps.providers)) {
    try {
      const found = await compareProvider(deps, provider, options.since);
      looked += found.looked;
      differences.push(...found.differences);
    } catch (error) {
      if (!(error instanceof BillingError)) throw error;
      differences.push(unreachable(provider.name, error));
    }
  }
  return { since: options.since, looked, differences };
}

async function compareProvider(deps: BillingDeps, provider: PaymentProvider, since: Date) {
  const differences: Difference[] = [];
  const done = new Set<string>();
  for await (const located of mayDiffer(deps, provider, since)) {
    // A dispute is an errand of its own: Razorpay tells of it only by its id.
    const errand = `${located.ref}:${located.disputeId ?? ''}`;
    if (done.has(errand)) continue;
    done.add(errand);
    const settled = await settle(deps, provider.name, located);
    if (settled) differences.push(...told(settled));
    else if (await isUnclaimed(provider, located)) differences.push(unclaimed(provider.name, located));
  }
  return { looked: done.size, differences };
}

/** First what the provider says has moved, then what we still wait for or what runs on. */
async function* mayDiffer(deps: BillingDeps, provider: PaymentProvider, since: Date): AsyncIterable<Located> {
  yield* provider.recent(since);
  const purchases = await deps.db.purchase.findMany({
    where: {
      provider: provider.name,
      ledger: { some: { kind: 'opened' }, none: { kind: { in: ['closed', 'ended'] } } },
      OR: [
        { createdAt: { gte: since }, ledger: { none: { kind: 'paid' } } },
        { product: { in: productIds.filter(isMonthly) }, ledger: { some: { kind: 'paid' } } },
      ],
    },
    include: { ledger: { where: { kind: 'opened' } } },
    orderBy: { createdAt: 'asc' },
  });
  for (const { id, ledger } of purchases) for (const { ref } of ledger) yield { purchaseId: id, ref };
}

async function finishEvents(deps: BillingDeps): Promise<Difference[]> {
  const unfinished = await deps.db.providerEvent.findMany({
    where: { processedAt: null, receivedAt: { lt: new Date(clock(deps).getTime() - EVENT_PATIENCE_MS) } },
    orderBy: { receivedAt: 'asc' },
    take: 1_000,
  });
  const differences: Difference[] = [];
  for (const { id, provider, eventId, type } of unfinished) {
    const known = { provider, purchaseId: null, ref: eventId, difference: 'event_unfinished' as const };
    try {
      differences.push({ ...known, action: `${type}: ${await processProviderEvent(deps, id)}` });
    } catch (error) {
      if (!(error instanceof BillingError)) throw error;
      differences.push({ ...known, action: `${type}: left for the next run, ${error.message}` });
    }
  }
  return differences;
}

function told(settled: Settlement): Difference[] {
  const { purchase, state, news } = settled;
  const differences: Difference[] = news
    // That a checkout exists or has lapsed is no difference in money or entitlement.
    .filter(({ kind }) => kind !== 'opened' && kind !== 'closed')
    .map(({ kind, ref }) => ({
      provider: purchase.provider,
      purchaseId: purchase.id,
      ref,
      difference: kind,
      action: actionOn(kind, state.entitled),
    }));
  if (!isMonthly(purchase.product) && state.held > purchase.amount) {
    const action = 'none: refund the surplus at the provider';
    differences.push({
      provider: purchase.provider,
      purchaseId: purchase.id,
      ref: purchase.origin,
      difference: 'paid_twice',
      action,
    });
  }
  return differences;
}

function actionOn(kind: LedgerEntry['kind'], entitled: boolean): string {
  if (kind === 'mispaid') return 'none: refund it at the provider';
  if (kind === 'renewal_failed') return 'told the buyer';
  return entitled ? 'given' : 'taken away';
}

/** Money of one of our prices that no checkout of ours asked for: a payment page, or another shop's. */
async function isUnclaimed(provider: PaymentProvider, located: Located): Promise<boolean> {
  if (provider.name !== 'razorpay' || located.paymentId === undefined) return false;
  const named = await provider.findPayment(located.paymentId);
  if (!named || named.recurring || named.payment.status !== 'captured' || named.payment.refunds.length > 0)
    return false;
  return (
    named.payment.currency === provider.currency &&
    named.payment.amount === products.one_time_scan.price[provider.currency]
  );
}

function unclaimed(provider: ProviderName, located: Located): Difference {
  const action = 'none: its payer can claim it with the payment id';
  const ref = located.paymentId ?? located.ref;
  return { provider, purchaseId: null, ref, difference: 'unclaimed_payment', action };
}

function unreachable(provider: ProviderName, error: Error): Difference {
  return { provider, purchaseId: null, ref: provider, difference: 'unreachable', action: `none: ${error.message}` };
}
