/** Two subscriptions for one address: its owner keeps one. */
import { scanUsed } from '@palisade/access/scan-used';
import { clock, type BillingDeps } from './billing-deps.ts';
import { sourceOf } from './entitle.ts';
import { NoSuchSubscription } from './errors.ts';
import { openMatters } from './matters.ts';
import { settleMatter } from './settle-matter.ts';

/**
 * Ends the later ones: immediately and with the month refunded if the key was never used, as the terms say.
 * @returns whether there is a refund
 * @throws NoSuchSubscription when there is at most one
 */
export async function mergeSubscriptions(deps: BillingDeps, email: string, actor: string): Promise<boolean> {
  const later = (await openMatters(deps.db, clock(deps))).filter(
    (one) => one.kind === 'two_subscriptions' && one.email === email,
  );
  if (later.length === 0) throw new NoSuchSubscription('there is no second subscription that renews');
  let refunded = false;
  for (const { key, purchaseId } of later) {
    const used = await scanUsed(deps.db, sourceOf({ id: purchaseId }));
    await settleMatter(deps, key, used ? 'merge' : 'refund', actor);
    refunded ||= !used;
  }
  return refunded;
}
