/** What owners do with a subscription, through the provider's own features. */
import { audit } from '@palisade/access/audit';
import { clock, providerOf, type BillingDeps } from './billing-deps.ts';
import { BadBillingRequest, NoSuchSubscription } from './errors.ts';
import type { ProviderName } from './provider.ts';
import { settle } from './settle.ts';

/** @throws NoSuchSubscription; BadBillingRequest when there are several and none is named */
async function running(deps: BillingDeps, email: string, purchaseId: string | undefined) {
  const purchases = await deps.db.purchase.findMany({
    where: {
      email,
      product: 'pro',
      ledger: { some: { kind: 'paid' }, none: { kind: 'ended' } },
      ...(purchaseId === undefined ? {} : { id: purchaseId }),
    },
    include: { subscription: true, ledger: { where: { kind: 'opened' }, take: 1 } },
  });
  const [purchase, ...more] = purchases;
  const ref = purchase?.ledger[0]?.ref;
  if (!purchase || ref === undefined) throw new NoSuchSubscription('there is no running subscription');
  if (more.length > 0) throw new BadBillingRequest('there are several subscriptions: name one by purchase_id');
  return { purchase, ref, name: purchase.provider as ProviderName };
}

/** @throws what `running` throws; BillingUnavailable */
export async function portalOf(
  deps: BillingDeps,
  email: string,
  purchaseId: string | undefined,
  returnUrl: string,
): Promise<string> {
  const { purchase, ref, name } = await running(deps, email, purchaseId);
  const known = purchase.subscription;
  const told = known ?? (await settle(deps, name, { purchaseId: purchase.id, ref }).then(() => null));
  const row = told ?? (await deps.db.subscription.findUnique({ where: { purchaseId: purchase.id } }));
  const url = row && (await providerOf(deps, name).portal(row, returnUrl));
  if (url) return url;
  // Stripe ends the subscriptions of a customer that is deleted there.
  const settled = await settle(deps, name, { purchaseId: purchase.id, ref });
  throw new NoSuchSubscription(
    settled?.state.ended
      ? 'the payment provider has ended this subscription: nothing more will be charged, and you can subscribe again'
      : 'the payment provider has no page for this subscription',
  );
}

/** @returns when it ends */
export async function cancelSubscription(
  deps: BillingDeps,
  email: string,
  purchaseId: string | undefined,
  actor: string,
): Promise<Date | null> {
  const { purchase, ref, name } = await running(deps, email, purchaseId);
  await providerOf(deps, name).cancelSubscription(ref, 'period_end');
  await deps.db.$transaction(async (tx) => {
    await tx.subscription.updateMany({ where: { purchaseId: purchase.id }, data: { cancelAskedAt: clock(deps) } });
    await audit(tx, { actor, action: 'subscription.cancel', subject: purchase.id });
  });
  const settled = await settle(deps, name, { purchaseId: purchase.id, ref });
  return settled?.state.ended ? clock(deps) : (settled?.state.paidUntil ?? null);
}
