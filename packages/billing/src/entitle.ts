/** Gives and takes the token or key of a purchase so that it fits the purchase's state. */
import { issueKey, restoreKey, revokeKey, setKeyPeriod, suspendKey } from '@palisade/access/keys';
import { issueToken, restoreToken, revokeToken, type TokenKind } from '@palisade/access/tokens';
import type { Tx } from '@palisade/db/client';
import type { BillingDeps } from './billing-deps.ts';
import type { LedgerEntry, Purchase } from './ledger.ts';
import { isMonthly } from './products.ts';
import type { PurchaseState } from './purchase-state.ts';

/** What keys and tokens are derived from: the same purchase always has the same one. */
export function sourceOf(purchase: Pick<Purchase, 'id'>): string {
  return `purchase:${purchase.id}`;
}

export function tokenKindOf(product: string): TokenKind {
  return product === 'compliance_report' ? 'compliance' : 'one_time';
}

/** In the transaction that recorded `news`: the entitlement changes if and only if the ledger does. */
export async function applyEntitlement(
  tx: Tx,
  deps: BillingDeps,
  purchase: Purchase,
  state: PurchaseState,
  news: readonly LedgerEntry[],
): Promise<void> {
  if (isMonthly(purchase.product)) {
    await applyKey(tx, deps, purchase, state);
    await mailFailedRenewals(tx, deps, purchase, state, news);
  } else {
    await applyToken(tx, deps, purchase, state, news);
  }
}

const GIVES_BACK: readonly LedgerEntry['kind'][] = ['paid', 'accepted', 'refund_failed', 'dispute_won'];

async function applyToken(
  tx: Tx,
  deps: BillingDeps,
  purchase: Purchase,
  state: PurchaseState,
  news: readonly LedgerEntry[],
): Promise<void> {
  const source = sourceOf(purchase);
  if (!state.entitled) return await revokeToken(tx, source);
  const kind = tokenKindOf(purchase.product);
  const { token } = await issueToken(tx, { kind, email: purchase.email, source }, deps.appSecret);
  // Not on any news: what an operator revoked by hand stays revoked.
  if (news.some(({ kind }) => GIVES_BACK.includes(kind))) await restoreToken(tx, source);
  // The fragment stays in the browser: the token reaches no log on its way.
  const link = `${linkBase(deps)}${kind === 'compliance' ? '/compliance' : '/'}#token=${token}`;
  await deps.enqueueMail(tx, {
    dedupeKey: `${source}:token`,
    to: purchase.email,
    template: kind === 'one_time' ? 'one_time_token' : 'compliance_token',
    payload: { token, link },
  });
}

async function applyKey(tx: Tx, deps: BillingDeps, purchase: Purchase, state: PurchaseState): Promise<void> {
  const source = sourceOf(purchase);
  if (state.ended) return await revokeKey(tx, source);
  const { entitled, paidUntil, worksUntil } = state;
  if (!entitled || !paidUntil || !worksUntil) return await suspendKey(tx, source);
  const order = { email: purchase.email, plan: 'pro' as const, source, paidUntil };
  const { key } = await issueKey(tx, order, deps.appSecret);
  await setKeyPeriod(tx, source, { paidUntil, worksUntil });
  await restoreKey(tx, source);
  await deps.enqueueMail(tx, {
    dedupeKey: `${source}:key`,
    to: purchase.email,
    template: 'api_key',
    payload: { key, link: linkBase(deps) },
  });
}

async function mailFailedRenewals(
  tx: Tx,
  deps: BillingDeps,
  purchase: Purchase,
  state: PurchaseState,
  news: readonly LedgerEntry[],
): Promise<void> {
  if (state.ended) return;
  for (const { kind, ref } of news) {
    if (kind !== 'renewal_failed') continue;
    await deps.enqueueMail(tx, {
      dedupeKey: `${sourceOf(purchase)}:renewal_failed:${ref}`,
      to: purchase.email,
      template: 'renewal_failed',
      payload: { paid_until: state.paidUntil?.toISOString() ?? '', link: linkBase(deps) },
    });
  }
}

function linkBase(deps: BillingDeps): string {
  return deps.publicBaseUrl().replace(/\/+$/, '');
}
