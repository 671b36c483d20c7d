/** The books of a month as CSV: each movement of money once, by the provider's own reference. */
import type { Tx } from '@palisade/db/client';
import type { LedgerEntry } from './ledger.ts';

/** A disputed payment is taken back by the bank, and comes again when the dispute is won. */
const MOVES: Partial<Record<LedgerEntry['kind'], 1 | -1>> = {
  paid: 1,
  mispaid: 1,
  refunded: -1,
  refund_failed: 1,
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

/** @param month `2026-11`, in UTC */
export async function booksOf(db: Tx, month: string): Promise<string> {
  const from = new Date(`${month}-01T00:00:00Z`);
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
  const kinds = Object.keys(MOVES) as LedgerEntry['kind'][];
  const entries = await db.ledgerEntry.findMany({
    where: { kind: { in: kinds }, at: { gte: from, lt: to } },
    include: { purchase: true },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  });
  const rows = entries.map(({ at, kind, ref, paymentRef, amount, currency, purchase }) => [
    at.toISOString(),
    kind,
    purchase.provider,
    ref,
    paymentRef ?? (kind === 'paid' || kind === 'mispaid' ? ref : ''),
    purchase.product,
    purchase.email,
    (((amount ?? 0) * (MOVES[kind] ?? 0)) / 100).toFixed(2),
    currency ?? purchase.currency,
    purchase.id,
  ]);
  return [COLUMNS, ...rows].map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n';
}

/** RFC 4180; and what a spreadsheet would take for a formula stays text. */
function cell(text: string): string {
  const safe = /^[=+@\t\r]|^-(?![\d.])/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
