import { digestAtRest } from '@palisade/access/keyed-hash';
import type { BillingDeps } from './billing-deps.ts';
import { withinDeadline } from './deadline.ts';
import { PaymentRequired } from './errors.ts';
import { settle } from './settle.ts';

/** A scan follows, within the same response's time limit. */
const PATIENCE_MS = 4_500;

/**
 * Call before a compliance token is reserved. Activates a token that was issued before its
 * payment: the browser says "paid" sooner than the webhook does, so the provider is asked.
 * Ignores unknown tokens and those an operator created.
 * @throws PaymentRequired, BillingUnavailable
 */
export async function ensureCompliancePaid(deps: BillingDeps, token: string): Promise<void> {
  const held = await deps.db.accessToken.findUnique({ where: { digest: digestAtRest(deps.appSecret, token) } });
  if (!held || held.activatedAt || held.kind !== 'compliance') return;
  const purchaseId = /^purchase:(.+)$/.exec(held.source)?.[1];
  if (purchaseId === undefined) return;
  const opened = await deps.db.ledgerEntry.findFirst({
    where: { purchaseId, kind: 'opened' },
    include: { purchase: true },
    orderBy: { id: 'desc' },
  });
  const provider = opened?.purchase.provider;
  const settled =
    opened && (provider === 'stripe' || provider === 'razorpay')
      ? await withinDeadline(settle(deps, provider, { purchaseId, ref: opened.ref }), PATIENCE_MS)
      : null;
  if (!settled?.state.entitled) {
    throw new PaymentRequired('the payment for this token has not succeeded');
  }
}
