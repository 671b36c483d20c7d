/**
 * What a purchase is worth now: a pure function of the set of its ledger entries. Entries only
 * accumulate and each kind means the same whenever it is learnt, so webhooks, redirects and
 * reconciliation may bring them in any order, twice, or days late.
 */
import type { LedgerEntry } from './ledger.ts';
import type { ProductId } from './products.ts';
import { products } from './products.ts';

export interface PurchaseState {
  /** Money of the right amount arrived at some time. */
  everPaid: boolean;
  /** The buyer may have, now, what was bought. */
  entitled: boolean;
  /** A subscription that was cancelled: nothing brings it back. */
  ended: boolean;
  /** End of the last period that is paid and not given back. */
  paidUntil: Date | null;
  /** Minor units that we hold: paid, less what was refunded or is disputed. */
  held: number;
}

type Fact = Pick<LedgerEntry, 'kind' | 'ref' | 'paymentRef' | 'amount' | 'periodEnd'>;

export function purchaseState(product: ProductId, facts: readonly Fact[], now: Date): PurchaseState {
  const payments = facts.filter(({ kind }) => kind === 'paid').map((paid) => standingOf(paid, facts));
  const standing = payments.filter(({ held }) => held > 0);
  const ended = facts.some(({ kind }) => kind === 'ended');
  const paidUntil = latest(standing.map(({ periodEnd }) => periodEnd));
  const known = { everPaid: payments.length > 0, ended, paidUntil, held: sum(standing.map(({ held }) => held)) };
  if (products[product].billing === 'once') return { ...known, entitled: standing.length > 0 };

  // A renewal that is merely late has its grace when the key is used. A renewal whose money went
  // back has none: then only an earlier period that still runs counts.
  const newest = latest(payments.map(({ periodEnd }) => periodEnd));
  const givenBack = newest !== null && (paidUntil === null || paidUntil < newest);
  const runs = standing.length > 0 && (!givenBack || (paidUntil !== null && paidUntil > now));
  return { ...known, entitled: runs && !ended };
}

/** A partial refund is a kindness of the operator and takes nothing away; a full one, or a dispute not won, does. */
function standingOf(paid: Fact, facts: readonly Fact[]): { held: number; periodEnd: Date | null } {
  const about = facts.filter(({ paymentRef }) => paymentRef === paid.ref);
  const refs = (kind: LedgerEntry['kind']) => new Set(about.filter((fact) => fact.kind === kind).map(({ ref }) => ref));
  const won = refs('dispute_won');
  const failed = refs('refund_failed');
  const disputed = [...refs('disputed')].some((ref) => !won.has(ref));
  const refunds = about.filter(({ kind, ref }) => kind === 'refunded' && !failed.has(ref));
  const left = (paid.amount ?? 0) - sum(refunds.map(({ amount }) => amount ?? 0));
  return { held: disputed ? 0 : Math.max(0, left), periodEnd: paid.periodEnd };
}

function latest(dates: (Date | null)[]): Date | null {
  return dates.reduce((best, date) => (best === null || (date !== null && date > best) ? date : best), null);
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
