/**
 * The current state of a purchase: a pure function of its set of ledger entries and, for a
 * subscription, of its provider's last reported state. Entries only accumulate, and each kind means
 * the same whenever it arrives, so webhooks, redirects and reconciliation may deliver them in any
 * order, twice, or days late.
 */
import type { LedgerEntry } from './ledger.ts';
import type { ProductId } from './products.ts';
import { products } from './products.ts';

/** After its period a subscription's key keeps working for a while: renewals are sometimes late. */
export const GRACE_MS = 3 * 24 * 60 * 60 * 1000;

export interface PurchaseState {
  /** A payment of the right amount arrived at some time. */
  everPaid: boolean;
  /** The buyer is entitled to the purchase now. */
  entitled: boolean;
  /** A cancelled subscription: nothing reactivates it. */
  ended: boolean;
  /** End of the last period that is paid or granted by the seller, and not refunded. */
  paidUntil: Date | null;
  /** When the key of a subscription stops working; null for a single purchase. */
  worksUntil: Date | null;
  /** Minor units that we hold: paid, minus refunded or disputed. */
  held: number;
  /** Payments in force: for a single purchase, more than one is one too many. */
  standing: number;
}

type Fact = Pick<LedgerEntry, 'kind' | 'ref' | 'paymentRef' | 'amount' | 'periodEnd'>;

/** What determines a subscription's state in addition to payments. */
export interface SubscriptionTerms {
  runs: boolean;
  grace: boolean;
  /** It will not be renewed. */
  ending: boolean;
  grantedUntil: Date | null;
}

/** Nothing reported: what is paid counts. */
const ORDINARY: SubscriptionTerms = { runs: true, grace: true, ending: false, grantedUntil: null };

export function purchaseState(
  product: ProductId,
  facts: readonly Fact[],
  now: Date,
  terms: SubscriptionTerms = ORDINARY,
): PurchaseState {
  const payments = facts.filter(({ kind }) => PAYS.has(kind)).map((paid) => standingOf(paid, facts));
  const standing = payments.filter(({ stands }) => stands);
  const ended = facts.some(({ kind }) => kind === 'ended');
  const paid = latest(standing.map(({ periodEnd }) => periodEnd));
  const known = {
    everPaid: payments.length > 0,
    ended,
    held: sum(standing.map(({ held }) => held)),
    standing: standing.length,
  };
  if (products[product].billing === 'once') {
    return { ...known, paidUntil: paid, worksUntil: null, entitled: standing.length > 0 };
  }

  const newest = latest(payments.map(({ periodEnd }) => periodEnd));
  const givenBack = newest !== null && (paid === null || paid < newest);
  const paidUntil = givenBack || standing.length === 0 ? paid : latest([paid, terms.grantedUntil]);
  // A renewal that is merely late has a grace period. A refunded one has none, nor has a requested end.
  const grace = terms.grace && !terms.ending && !givenBack ? GRACE_MS : 0;
  const worksUntil = paidUntil && new Date(paidUntil.getTime() + grace);
  const entitled = terms.runs && !ended && standing.length > 0 && worksUntil !== null && worksUntil > now;
  return { ...known, paidUntil, worksUntil, entitled };
}

const PAYS: ReadonlySet<LedgerEntry['kind']> = new Set(['paid', 'accepted']);

/**
 * A partial refund is a goodwill gesture and changes nothing; a full one, or a dispute not won, revokes the purchase.
 * A zero invoice (a coupon, a credit) counts: there was nothing to refund.
 */
function standingOf(paid: Fact, facts: readonly Fact[]): { stands: boolean; held: number; periodEnd: Date | null } {
  const about = facts.filter(({ paymentRef }) => paymentRef === paid.ref);
  const refs = (kind: LedgerEntry['kind']) => new Set(about.filter((fact) => fact.kind === kind).map(({ ref }) => ref));
  const won = refs('dispute_won');
  const failed = refs('refund_failed');
  const disputed = [...refs('disputed')].some((ref) => !won.has(ref));
  const refunds = about.filter(({ kind, ref }) => kind === 'refunded' && !failed.has(ref));
  const amount = paid.amount ?? 0;
  const held = disputed ? 0 : Math.max(0, amount - sum(refunds.map(({ amount }) => amount ?? 0)));
  return { stands: !disputed && (held > 0 || amount <= 0), held, periodEnd: paid.periodEnd };
}

function latest(dates: (Date | null)[]): Date | null {
  return dates.reduce((best, date) => (best === null || (date !== null && date > best) ? date : best), null);
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
