/** What an operator does about a matter. Every action is audited, and reaches the ledger through the provider. */
import { audit } from '@palisade/access/audit';
import { clock, providerOf, type BillingDeps } from './billing-deps.ts';
import { BadBillingRequest } from './errors.ts';
import { naturalKey } from './ledger.ts';
import { runReportAgain } from './failed-reports.ts';
import { cancelSubscription } from './own-subscription.ts';
import { isMonthly } from './products.ts';
import { openMatters, type Matter, type MatterAction } from './matters.ts';
import type { ProviderName } from './provider.ts';
import { conclude, inTransaction, lockPurchase, settle } from './settle.ts';

/**
 * @param key as in `openMatters`
 * @throws BadBillingRequest when it is already settled or cannot be settled this way; BillingUnavailable
 */
export async function settleMatter(
  deps: BillingDeps,
  key: string,
  action: MatterAction,
  actor: string,
): Promise<Matter> {
  const matter = (await openMatters(deps.db, clock(deps))).find((one) => one.key === key);
  if (!matter) throw new BadBillingRequest('there is no such open matter: it may have been settled in the meantime');
  if (!matter.actions.includes(action)) {
    throw new BadBillingRequest(`this matter can be settled by: ${matter.actions.join(', ')}`);
  }
  if (action === 'dismiss') {
    await inTransaction(deps, (tx) =>
      audit(tx, { actor, action: 'matter.dismiss', subject: matter.purchaseId, detail: { key } }),
    );
  } else if (action === 'again') await inTransaction(deps, (tx) => runReportAgain(tx, matter.ref, actor));
  else if (action === 'accept') await acceptPayment(deps, matter, actor);
  else if (action === 'merge') await cancelSubscription(deps, matter.email, matter.purchaseId, actor);
  else await giveBack(deps, matter, actor);
  return matter;
}

/** Accepts the payment for the purchase although its amount differs. */
async function acceptPayment(deps: BillingDeps, matter: Matter, actor: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const purchase = await lockPurchase(tx, matter.purchaseId);
    const { ref, amount, currency, provider } = matter;
    const known = { paymentRef: null, periodEnd: null, amount, currency, at: clock(deps) };
    const entry = { ...known, purchaseId: purchase.id, kind: 'accepted' as const, ref };
    await audit(tx, { actor, action: 'payment.accept', subject: purchase.id, detail: { ref, amount } });
    await conclude(tx, deps, purchase, [{ ...entry, naturalKey: naturalKey(provider, 'accepted', ref) }]);
  });
}

async function giveBack(deps: BillingDeps, matter: Matter, actor: string): Promise<void> {
  const name = matter.provider as ProviderName;
  const provider = providerOf(deps, name);
  const payments = NAMES_A_PAYMENT.has(matter.kind) ? [matter.ref] : await paymentsOf(deps, matter);
  const opened = await deps.db.ledgerEntry.findFirst({ where: { purchaseId: matter.purchaseId, kind: 'opened' } });
  const ends =
    matter.kind === 'two_subscriptions' || (matter.kind === 'paid_after_deletion' && isMonthly(matter.product));
  // In this order: a subscription that has ended is no matter any more, and if its refund failed then, no one would know.
  for (const payment of payments) await provider.refund(payment);
  if (ends && opened) await provider.cancelSubscription(opened.ref, 'now');
  await deps.db.$transaction((tx) =>
    audit(tx, { actor, action: 'payment.refund', subject: matter.purchaseId, detail: { key: matter.key, payments } }),
  );
  if (opened) await settle(deps, name, { purchaseId: matter.purchaseId, ref: opened.ref });
}

const NAMES_A_PAYMENT: ReadonlySet<Matter['kind']> = new Set([
  'mispaid',
  'paid_twice',
  'disputed',
  'paid_after_deletion',
]);

/** The newest payment: of two subscriptions, that of the duplicate period. */
async function paymentsOf(deps: BillingDeps, matter: Matter): Promise<string[]> {
  const newest = await deps.db.ledgerEntry.findFirst({
    where: { purchaseId: matter.purchaseId, kind: 'paid', amount: { gt: 0 } },
    orderBy: { at: 'desc' },
  });
  return newest ? [newest.ref] : [];
}
