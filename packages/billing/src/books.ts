/** The books of a month as CSV: each movement of money once, with the provider's reference. Includes disputes. */
import type { Tx } from '@palisade/db/client';
import type { LedgerEntry, Purchase } from './ledger.ts';
import { plainAmount } from './money.ts';

type Signs = Partial<Record<LedgerEntry['kind'], 1 | -1>>;
const COMMON: Signs = { paid: 1, mispaid: 1, refunded: -1, refund_failed: 1 };
/**
 * Stripe takes a disputed sum immediately, and returns it when the dispute is won
 * (https://docs.stripe.com/disputes/how-disputes-work); Razorpay deducts it when the dispute is lost
 * (`amount_deducted`, https://razorpay.com/docs/api/disputes/entity).
 */
const MOVES: Readonly<Record<string, Signs>> = {
  stripe: { ...COMMON, disputed: -1, dispute_won: 1 },
  razorpay: { ...COMMON, dispute_lost: -1 },
};
const COLUMNS = [
  'date',
  'kind',
  'provider',
  'reference',
  'payment',
  'product',
  'buyer',
  'amount',
  'currency',
  'purchase',
];

export interface Movement {
  entry: LedgerEntry;
  purchase: Purchase;
  /** Minor units; outgoing money is negative. */
  amount: number;
  currency: string;
}

/** Movements from `from` until before `to`, by the provider's dates if available. */
export async function movementsOf(db: Tx, { from, to }: { from: Date; to: Date }): Promise<Movement[]> {
  const kinds = [...new Set(Object.values(MOVES).flatMap((moves) => Object.keys(moves)))] as LedgerEntry['kind'][];
  const found = await db.ledgerEntry.findMany({
    where: { kind: { in: kinds }, at: { gte: from, lt: to } },
    include: { purchase: true },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  });
  return found.flatMap(({ purchase, ...entry }) => {
    const sign = MOVES[purchase.provider]?.[entry.kind];
    // Older dispute entries have no amount: it was the purchase's.
    const known = entry.amount ?? (entry.kind.startsWith('dispute') ? purchase.amount : 0);
    return sign === undefined
      ? []
      : [{ entry, purchase, amount: sign * known, currency: entry.currency ?? purchase.currency }];
  });
}

/** @param month `2026-11`, in UTC */
export async function booksOf(db: Tx, month: string): Promise<string> {
  const from = new Date(`${month}-01T00:00:00Z`);
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
  const rows = (await movementsOf(db, { from, to })).map(({ entry, purchase, amount, currency }) => [
    entry.at.toISOString(),
    entry.kind,
    purchase.provider,
    entry.ref,
    entry.paymentRef ?? (entry.kind === 'paid' || entry.kind === 'mispaid' ? entry.ref : ''),
    purchase.product,
    purchase.email,
    plainAmount(amount, currency),
    currency,
    purchase.id,
  ]);
  return [COLUMNS, ...rows].map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n';
}

/** RFC 4180; text that a spreadsheet would treat as a formula stays text. */
function cell(text: string): string {
  const safe = /^[=+@\t\r]|^-(?![\d.])/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
