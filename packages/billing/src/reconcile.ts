/**
 * Finds what webhooks missed: goes through recent changes at the providers, our waiting or running purchases, and
 * unfinished events; settles each, and reports every difference. Everything uses
 * the same fulfillment as a webhook, so a second run changes nothing. What only an operator can decide is
 * reported every time until it is settled.
 */
import type { Prisma } from '@palisade/db/client';
import { clock, type BillingDeps } from './billing-deps.ts';
import { BillingError } from './errors.ts';
import { CHECKOUT_LIFETIME_MS } from './checkout.ts';
import { append, isRecordedPayment, naturalKey, purchaseBehind, type LedgerEntry, type Purchase } from './ledger.ts';
import { openMatters, type Matter, type MatterKind } from './matters.ts';
import { isMonthly, productIds, products } from './products.ts';
import { processProviderEvent } from './provider-events.ts';
import type { Located, PaymentProvider, ProviderName } from './provider.ts';
import { settle, type Settlement } from './settle.ts';

export interface Difference {
  provider: string;
  /** Null for money that belongs to no purchase. */
  purchaseId: string | null;
  ref: string;
  /** What the ledger did not contain, or what cannot be settled here. */
  difference:
    LedgerEntry['kind'] | MatterKind | 'unclaimed_payment' | 'event_unfinished' | 'unreachable' | 'undelivered';
  action: string;
}

export interface Reconciliation {
  since: Date;
  /** Purchases that were compared. */
  looked: number;
  differences: Difference[];
  /** How many of these wait for an operator. */
  open: number;
}

export interface ReconcileOptions {
  since: Date;
  /** The scheduled run: subscriptions without changes are checked once a day. */
  light?: boolean;
}

const DAY_MS = 86_400_000;
/** Newer events are still in the queue. */
const EVENT_PATIENCE_MS = 60_000;
/** Failures in a row after which a provider counts as down. */
const GIVE_UP = 3;
const BATCH = 1_000;

export async function reconcile(deps: BillingDeps, options: ReconcileOptions): Promise<Reconciliation> {
  const differences: Difference[] = [];
  differences.push(...(await finishEvents(deps)));
  let looked = 0;
  for (const provider of Object.values(deps.providers)) {
    try {
      const found = await compareProvider(deps, provider, options);
      looked += found.looked;
      differences.push(...found.differences);
    } catch (error) {
      if (!(error instanceof BillingError)) throw error;
      differences.push(unreachable(provider.name, error));
    }
  }
  const open = [...(await openMatters(deps.db, clock(deps))).map(waiting), ...(await undelivered(deps))];
  const told = new Set(open.map(({ difference, ref }) => `${difference}:${ref}`));
  const rest = differences.filter(({ difference, ref }) => !told.has(`${difference}:${ref}`));
  return { since: options.since, looked, differences: [...rest, ...open], open: open.length };
}

function waiting(matter: Matter): Difference {
  const { provider, purchaseId, ref, kind, key } = matter;
  const how = matter.actions.map((action) => `billing settle ${key} --${action}`).join(', or ');
  return { provider, purchaseId, ref, difference: kind, action: `none: ${how}` };
}

/** What was paid for but not delivered: a mail that was given up, or may have arrived and is not retried. */
async function undelivered({ db }: BillingDeps): Promise<Difference[]> {
  const mails = await db.mailMessage.findMany({
    where: {
      template: { not: 'sign_in' },
      OR: [{ state: 'failed' }, { state: 'unknown', nextAttemptAt: null }],
      // A report that failed with its mail is listed separately.
      NOT: { report: { state: 'failed' } },
    },
    orderBy: { createdAt: 'asc' },
    take: 1_000,
  });
  return mails.map(({ id, template, lastError }) => ({
    provider: 'mail',
    purchaseId: null,
    ref: id,
    difference: 'undelivered',
    action: `none: ${template}, ${lastError ?? 'no response'}; send it again on /ops, or with "customers resend"`,
  }));
}

async function compareProvider(deps: BillingDeps, provider: PaymentProvider, options: ReconcileOptions) {
  const differences: Difference[] = [];
  const looked = new Set<string>();
  const done = new Set<string>();
  let failed = 0;
  for await (const located of mayDiffer(deps, provider, options)) {
    // A dispute is looked up by its id: Razorpay reports it in no other way. So is a payment, which may be old.
    const about = `${located.ref}:${located.disputeId ?? ''}`;
    const errand = located.paymentId === undefined ? about : `${about}:${located.paymentId}`;
    if (done.has(errand)) continue;
    looked.add(about);
    if (await isKnown(deps, provider.name, located)) continue;
    done.add(about).add(errand);
    try {
      differences.push(...(await compare(deps, provider, located)));
      failed = 0;
    } catch (error) {
      // One failed lookup must not block those after it.
      if (!(error instanceof BillingError) || (failed += 1) >= GIVE_UP) throw error;
      differences.push({ ...unreachable(provider.name, error), purchaseId: located.purchaseId, ref: located.ref });
    }
  }
  return { looked: looked.size, differences };
}

async function compare(deps: BillingDeps, provider: PaymentProvider, located: Located): Promise<Difference[]> {
  const settled = await settle(deps, provider.name, located);
  if (settled) {
    if (!settled.state.everPaid && !settled.waiting) await closeIfLapsed(deps, settled.purchase, located.ref);
    return told(settled);
  }
  if (await isUnclaimed(provider, located)) return [unclaimed(provider.name, located)];
  await closeUnknown(deps, provider.name, located);
  return [];
}

/** First what the provider reports as changed, then what is pending or running. */
async function* mayDiffer(
  deps: BillingDeps,
  provider: PaymentProvider,
  options: ReconcileOptions,
): AsyncIterable<Located> {
  yield* provider.recent(options.since);
  const now = clock(deps).getTime();
  const runsOn = {
    product: { in: productIds.filter(isMonthly) },
    ledger: { some: { kind: 'paid' as const }, none: { kind: 'ended' as const } },
    ...(options.light ? { NOT: { subscription: { askedAt: { gt: new Date(now - DAY_MS) } } } } : {}),
  };
  const where = {
    provider: provider.name,
    OR: [
      // An abandoned checkout: checked once, after it has expired. Earlier payments are in the lists.
      { createdAt: { lt: new Date(now - CHECKOUT_LIFETIME_MS) }, ledger: { every: { kind: 'opened' }, some: {} } },
      runsOn,
    ],
  } satisfies Prisma.PurchaseWhereInput;
  for (let after: string | undefined; ;) {
    const purchases = await deps.db.purchase.findMany({
      where: { ...where, ...(after === undefined ? {} : { id: { gt: after } }) },
      include: { ledger: { where: { kind: 'opened' } } },
      orderBy: { id: 'asc' },
      take: BATCH,
    });
    for (const { id, ledger } of purchases) for (const { ref } of ledger) yield { purchaseId: id, ref };
    if (purchases.length < BATCH) return;
    after = purchases.at(-1)?.id;
  }
}

/** A list's data about a checkout or payment is sufficient if the ledger agrees with it. */
async function isKnown(
  deps: BillingDeps,
  provider: ProviderName,
  { listed, ref, paymentId }: Located,
): Promise<boolean> {
  if (listed === undefined) return false;
  if (listed === 'open') return true;
  if (paymentId !== undefined) return await isRecordedPayment(deps.db, provider, paymentId);
  const kinds = listed === 'expired' ? ['closed' as const] : ['paid' as const, 'mispaid' as const];
  const opened = await deps.db.ledgerEntry.findUnique({
    where: { naturalKey: naturalKey(provider, 'opened', ref) },
    select: { purchase: { select: { ledger: { where: { kind: { in: kinds } }, take: 1 } } } },
  });
  return (opened?.purchase.ledger.length ?? 0) > 0;
}

/** The provider does not know it (another account's keys were configured meanwhile): also checked once. */
async function closeUnknown(deps: BillingDeps, provider: ProviderName, located: Located): Promise<void> {
  const purchase = await purchaseBehind(deps.db, provider, located);
  const paid = purchase && (await deps.db.ledgerEntry.count({ where: { purchaseId: purchase.id, kind: 'paid' } }));
  if (purchase && paid === 0) await closeIfLapsed(deps, purchase, located.ref);
}

/** A Razorpay order never expires. If it is paid after all, its payment still counts. */
async function closeIfLapsed(deps: BillingDeps, purchase: Purchase, ref: string): Promise<void> {
  const lapsed = clock(deps).getTime() - purchase.createdAt.getTime() > CHECKOUT_LIFETIME_MS;
  if (!lapsed) return;
  const closed = { purchaseId: purchase.id, kind: 'closed' as const, ref, paymentRef: null, amount: null };
  const key = naturalKey(purchase.provider, 'closed', ref);
  await append(deps.db, [{ ...closed, currency: null, periodEnd: null, naturalKey: key, at: clock(deps) }]);
}

async function finishEvents(deps: BillingDeps): Promise<Difference[]> {
  // All ids: otherwise a thousand that cannot be finished would block the next one forever.
  const unfinished = await deps.db.providerEvent.findMany({
    where: { processedAt: null, receivedAt: { lt: new Date(clock(deps).getTime() - EVENT_PATIENCE_MS) } },
    select: { id: true, provider: true, eventId: true, type: true },
    orderBy: { receivedAt: 'asc' },
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
    // A checkout that exists or has expired is not a difference in money or entitlement.
    .filter(({ kind }) => kind !== 'opened' && kind !== 'closed')
    .map(({ kind, ref }) => ({
      provider: purchase.provider,
      purchaseId: purchase.id,
      ref,
      difference: kind,
      action: actionOn(kind, state.entitled),
    }));
  return differences;
}

function actionOn(kind: LedgerEntry['kind'], entitled: boolean): string {
  if (kind === 'mispaid') return 'none: refund it at the provider';
  if (kind === 'renewal_failed') return 'notified the buyer';
  return entitled ? 'given' : 'taken away';
}

/** Money matching one of our prices that none of our checkouts requested: a payment page, or another shop's. */
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
