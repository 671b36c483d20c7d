/** Issues or revokes the token or key of a purchase to match the purchase's state. */
import { issueKey, restoreKey, revokeKey, setKeyPeriod, suspendKey } from '@palisade/access/keys';
import { issueToken, restoreToken, revokeToken, type TokenKind } from '@palisade/access/tokens';
import type { Tx } from '@palisade/db/client';
import { clock, linkBase, type BillingDeps, type BillingMail } from './billing-deps.ts';
import type { LedgerEntry, Purchase } from './ledger.ts';
import { isMonthly } from './products.ts';
import { receiptLine } from './receipt-line.ts';
import type { PurchaseState } from './purchase-state.ts';

/** The source of keys and tokens: the same purchase always has the same one. */
export function sourceOf(purchase: Pick<Purchase, 'id'>): string {
  return `purchase:${purchase.id}`;
}

export function tokenKindOf(product: string): TokenKind {
  return product === 'compliance_report' ? 'compliance' : 'one_time';
}

/** In the transaction that recorded `news`: the entitlement changes exactly when the ledger does. */
export async function applyEntitlement(
  tx: Tx,
  deps: BillingDeps,
  purchase: Purchase,
  state: PurchaseState,
  news: readonly LedgerEntry[],
): Promise<void> {
  const apply = isMonthly(purchase.product) ? applyKey : applyToken;
  await apply(tx, deps, purchase, state, news);
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
  // Not on every entry: what an operator revoked manually stays revoked.
  if (news.some(({ kind }) => GIVES_BACK.includes(kind))) await restoreToken(tx, source);
  const mail = tokenMail(deps, kind, token, receiptOf(purchase, news));
  await deps.enqueueMail(tx, { dedupeKey: `${source}:token`, to: purchase.email, ...mail });
}

/** The link opens the token's form. The fragment stays in the browser: it appears in no log. */
export function tokenMail(
  deps: Pick<BillingDeps, 'publicBaseUrl'>,
  kind: TokenKind,
  token: string,
  receipt: Record<string, string> = {},
): Pick<BillingMail, 'template' | 'payload'> {
  const form = kind === 'one_time' ? '/' : '/compliance';
  const link = `${linkBase(deps)}${form}#token=${token}`;
  return {
    template: kind === 'one_time' ? 'one_time_token' : 'compliance_token',
    payload: { ...receipt, token, link },
  };
}

/** What was paid, for the mail that delivers the purchase. */
function receiptOf(purchase: Purchase, news: readonly LedgerEntry[]): Record<string, string> {
  const paid = news.find(({ kind, amount }) => kind === 'paid' && (amount ?? 0) > 0);
  return paid ? { receipt: receiptLine(purchase, paid) } : {};
}

async function applyKey(
  tx: Tx,
  deps: BillingDeps,
  purchase: Purchase,
  state: PurchaseState,
  news: readonly LedgerEntry[],
): Promise<void> {
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
    payload: { ...receiptOf(purchase, news), key, link: `${linkBase(deps)}/account` },
  });
  // The first payment's receipt is in the mail with the key.
  const first = await tx.ledgerEntry.findFirst({
    where: { purchaseId: purchase.id, kind: 'paid' },
    orderBy: { id: 'asc' },
  });
  for (const paid of news) {
    if (paid.kind !== 'paid' || paid.id === first?.id || (paid.amount ?? 0) <= 0) continue;
    await deps.enqueueMail(tx, {
      dedupeKey: `${source}:receipt:${paid.ref}`,
      to: purchase.email,
      template: 'receipt',
      payload: {
        receipt: receiptLine(purchase, paid),
        // A payment that is found late can be for a month that has ended.
        paid_until: paidUntil > clock(deps) ? paidUntil.toISOString() : '',
        link: `${linkBase(deps)}/account`,
      },
    });
  }
}
