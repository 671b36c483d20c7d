/** Converts a provider's state to ledger entries. */
import type { Db, Tx } from '@palisade/db/client';
import type { ProviderState } from './provider.ts';

export type LedgerEntry = Awaited<ReturnType<Db['ledgerEntry']['findFirstOrThrow']>>;
export type Purchase = Awaited<ReturnType<Db['purchase']['findFirstOrThrow']>>;
export type NewEntry = Omit<LedgerEntry, 'id' | 'recordedAt'>;

/**
 * A single payment counts only when it is captured, in the product's currency and with its price.
 * A subscription's payment counts whatever its amount: its provider has already marked the invoice as paid.
 */
export function entriesOf(purchase: Purchase, standing: ProviderState, now: Date): NewEntry[] {
  const entry = (kind: LedgerEntry['kind'], ref: string, more: Partial<NewEntry> = {}): NewEntry => ({
    purchaseId: purchase.id,
    kind,
    naturalKey: naturalKey(purchase.provider, kind, ref),
    ref,
    paymentRef: null,
    amount: null,
    currency: null,
    periodEnd: null,
    at: now,
    ...more,
  });
  const entries = [entry('opened', standing.ref)];
  if (standing.closed) entries.push(entry('closed', standing.ref));
  for (const payment of standing.payments) {
    if (payment.status !== 'captured') continue;
    const { id, amount, currency, price, periodEnd, paidAt } = payment;
    const right = price === null || (price === purchase.amount && currency === purchase.currency);
    entries.push(entry(right ? 'paid' : 'mispaid', id, { amount, currency, periodEnd, at: paidAt }));
    for (const refund of payment.refunds) {
      const about = { paymentRef: id, amount: refund.amount, currency, at: refund.at ?? now };
      entries.push(entry('refunded', refund.id, about));
      if (refund.failed) entries.push(entry('refund_failed', refund.id, { ...about, at: now }));
    }
    for (const dispute of payment.disputes) {
      const about = { paymentRef: id, amount: dispute.amount, currency };
      entries.push(entry('disputed', dispute.id, { ...about, at: dispute.at ?? now }));
      if (dispute.outcome !== 'open') entries.push(entry(`dispute_${dispute.outcome}`, dispute.id, about));
    }
  }
  for (const attempt of standing.failedRenewals) entries.push(entry('renewal_failed', attempt));
  if (standing.endedAt) entries.push(entry('ended', standing.ref, { at: standing.endedAt }));
  return entries;
}

/** Adds new entries and returns them. */
export async function append(tx: Tx, entries: NewEntry[]): Promise<LedgerEntry[]> {
  return await tx.ledgerEntry.createManyAndReturn({ data: entries, skipDuplicates: true });
}

export function naturalKey(provider: string, kind: LedgerEntry['kind'], ref: string): string {
  return `${provider}:${kind}:${ref}`;
}

/** Whether a payment of one of our purchases is known already, by a webhook or an earlier claim. */
export async function isRecordedPayment(db: Tx, provider: string, paymentId: string): Promise<boolean> {
  const naturalKeys = (['paid', 'mispaid'] as const).map((kind) => naturalKey(provider, kind, paymentId));
  return (await db.ledgerEntry.count({ where: { naturalKey: { in: naturalKeys } } })) > 0;
}

/** The purchase of a provider's object, by the id written into it or by the object opened for it. */
export async function purchaseBehind(
  db: Tx,
  provider: string,
  located: { purchaseId: string | null; ref: string },
): Promise<Purchase | null> {
  const { purchaseId, ref } = located;
  if (purchaseId !== null && UUID.test(purchaseId)) {
    const named = await db.purchase.findUnique({ where: { id: purchaseId } });
    if (named?.provider === provider) return named;
  }
  const opened = await db.ledgerEntry.findUnique({
    where: { naturalKey: naturalKey(provider, 'opened', ref) },
    include: { purchase: true },
  });
  return opened?.purchase ?? null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
