/** What must hold at the end, computed from the providers' books and not from our ledger. */
import { authenticateKey } from '@palisade/access/authenticate-key';
import { reserveToken, releaseToken } from '@palisade/access/reserve-token';
import { movementsOf } from '../books.ts';
import { sourceOf, tokenKindOf } from '../entitle.ts';
import { purchaseState } from '../purchase-state.ts';
import { reconcile } from '../reconcile.ts';
import { APP_SECRET } from './billing-lab.ts';
import type { Bought, BillingWorld } from './billing-world.ts';

const GRACE_MS = 3 * 86_400_000;

interface Money {
  amount: number;
  back: number;
  disputed: boolean;
  /** Disputed, in the provider's current state. */
  taken: number;
  periodEnd: number;
}

/** Reconciles, then compares. Each string is a broken promise. */
export async function brokenPromises(world: BillingWorld): Promise<string[]> {
  const { lab } = world;
  lab.stripe.fake.faults.length = 0;
  lab.razorpay.fake.faults.length = 0;
  // An interrupted event is picked up after a minimum age.
  const later = { ...world.deps(), now: () => new Date(world.now().getTime() + 120_000) };
  await reconcile(later, { since: new Date(0) });
  const before = await snapshot(world);
  const again = await reconcile(later, { since: new Date(0) });
  const broken = [...world.complaints];
  if (again.differences.length > again.open)
    broken.push(`a second run still found ${JSON.stringify(again.differences)}`);
  if ((await snapshot(world)) !== before) broken.push('a second run changed something');
  for (const one of world.bought) {
    for (const what of await broken1(world, one)) broken.push(`${one.wish.provider} ${one.wish.product}: ${what}`);
  }
  return broken;
}

async function broken1(world: BillingWorld, one: Bought): Promise<string[]> {
  const { db } = world.lab.deps;
  const source = sourceOf(one.purchase);
  const books = moneyOf(world, one);
  const held = books.reduce((total, { amount, back, disputed }) => total + (disputed ? 0 : amount - back), 0);
  const facts = await db.ledgerEntry.findMany({ where: { purchaseId: one.purchase.id } });
  const state = purchaseState(one.wish.product, facts, world.now());
  const mails = (await world.lab.mails(one.purchase.email)).filter(
    ({ template }) => template !== 'renewal_failed' && template !== 'receipt',
  );
  const broken: string[] = [];
  const booked = (await movementsOf(db, { from: new Date(0), to: new Date(world.now().getTime() + GRACE_MS) }))
    .filter(({ purchase }) => purchase.id === one.purchase.id)
    .reduce((total, { amount }) => total + amount, 0);
  const balance = books.reduce((total, { amount, back, taken }) => total + amount - back - taken, 0);
  if (booked !== balance) broken.push(`the books say ${booked}, the provider's balance ${balance}`);
  if (state.held !== held) broken.push(`the ledger holds ${state.held}, the provider ${held}`);
  if (mails.length > 1) broken.push(`${mails.length} mails`);
  if (one.delivered > 1) broken.push(`${one.delivered} reports for one payment`);
  if (books.length === 0 && one.delivered + mails.length > 0) broken.push('delivered without payment');
  const stands = books.filter(({ amount, back, disputed }) => !disputed && (amount > back || amount === 0));

  if (one.wish.product !== 'pro') {
    if (stands.length > 0 && mails.length !== 1) broken.push('paid, and no mail');
    const token = mails[0]?.payload['token'] ?? one.inertToken;
    const rows = await db.accessToken.count({ where: { email: one.purchase.email } });
    if (rows > 1) broken.push(`${rows} tokens`);
    const usable = token !== null && (await isUsable(world, token, one));
    if (stands.length > 0 && !usable && one.delivered === 0) broken.push('paid, and the token does not work');
    if (stands.length === 0 && usable) broken.push('not paid or refunded, and the token works');
    return broken;
  }
  const keys = await db.apiKey.count({ where: { source } });
  if (keys > 1) broken.push(`${keys} keys`);
  const volumes = await db.apiKey.findMany({ where: { source }, select: { monthlyScans: true } });
  if (volumes.some(({ monthlyScans }) => monthlyScans !== one.volume)) broken.push('the agreed volume was lost');
  const paid = Math.max(0, ...stands.map(({ periodEnd }) => periodEnd));
  const newest = Math.max(0, ...books.map(({ periodEnd }) => periodEnd));
  const terms = termsOf(world, one);
  const grace = paid < newest || !terms.grace ? 0 : GRACE_MS;
  const paidUntil = paid < newest ? paid : Math.max(paid, terms.granted);
  const due = terms.runs && stands.length > 0 && paidUntil + grace > world.now().getTime();
  const key = mails[0]?.payload['key'];
  const works =
    key !== undefined &&
    (await authenticateKey(db, key, APP_SECRET, world.now()).then(
      () => true,
      () => false,
    ));
  if (due !== works)
    broken.push(due ? 'paid, and the key does not work' : 'not paid, ended or refunded, and the key works');
  return broken;
}

async function isUsable(world: BillingWorld, token: string, one: Bought): Promise<boolean> {
  const { db } = world.lab.deps;
  const order = { token, kind: tokenKindOf(one.wish.product), leaseMs: 1_000, now: new Date(Date.now() + 120_000) };
  const held = await reserveToken(db, order, APP_SECRET).catch(() => null);
  if (held) await releaseToken(db, held);
  return held !== null;
}

function moneyOf(world: BillingWorld, one: Bought): Money[] {
  return one.wish.provider === 'stripe' ? stripeMoney(world, one) : razorpayMoney(world, one);
}

function stripeMoney({ lab }: BillingWorld, one: Bought): Money[] {
  const state = lab.stripeState;
  const charged = (intentId: string, periodEnd: number): Money[] => {
    const charge = state.charges.get(String(state.intents.get(intentId)?.latest_charge));
    if (!charge) return [];
    const disputes = [...state.disputes.values()].filter(
      (one) => one.payment_intent === intentId && one.status !== 'won',
    );
    const taken = disputes.reduce((sum, { amount }) => sum + amount, 0);
    return [{ amount: charge.amount, back: charge.amount_refunded, disputed: disputes.length > 0, taken, periodEnd }];
  };
  const session = state.sessions.get(one.ref);
  if (session?.mode !== 'subscription') return charged(String(session?.payment_intent), 0);
  const invoices = [...state.invoices.values()].filter(
    ({ status, parent }) => status === 'paid' && parent?.subscription_details?.subscription === session.subscription,
  );
  return invoices.flatMap((invoice) => {
    const lines = invoice.lines.data.filter(({ parent }) => !parent?.subscription_item_details?.proration);
    const periodEnd = Math.max(0, ...lines.map(({ period }) => period.end)) * 1000;
    const link = [...state.invoicePayments.values()].find((payment) => payment.invoice === invoice.id);
    const nothing = [{ amount: 0, back: 0, disputed: false, taken: 0, periodEnd }];
    return link ? charged(String(link.payment.payment_intent), periodEnd) : nothing;
  });
}

function razorpayMoney({ lab }: BillingWorld, one: Bought): Money[] {
  const { state } = lab.razorpay.fake;
  const theirs = [...state.payments.values()].filter(
    ({ order_id: order, invoice_id: invoice }) =>
      order === one.ref || (invoice !== null && state.invoices.get(invoice)?.subscription_id === one.ref),
  );
  return theirs.flatMap((payment) => {
    if (!payment.captured) return [];
    const invoice = state.invoices.get(payment.invoice_id ?? '');
    const disputes = [...state.disputes.values()].filter((one) => one.payment_id === payment.id);
    return {
      amount: payment.amount,
      back: payment.amount_refunded,
      disputed: disputes.some(({ status }) => status !== 'won'),
      taken: disputes.reduce((sum, { amount_deducted: deducted }) => sum + deducted, 0),
      periodEnd: (invoice?.billing_end ?? 0) * 1000,
    };
  });
}

/** By the provider's own status: is it running, and is there time after the paid period? */
function termsOf({ lab }: BillingWorld, one: Bought): { runs: boolean; grace: boolean; granted: number } {
  if (one.wish.provider === 'razorpay') {
    const status = lab.razorpay.fake.state.subscriptions.get(one.ref)?.status;
    return { runs: status !== 'cancelled' && status !== 'paused', grace: status !== 'halted', granted: 0 };
  }
  const session = lab.stripeState.sessions.get(one.ref);
  const sub = lab.stripeState.subscriptions.get(String(session?.subscription));
  const latest = lab.stripeState.invoices.get(String(sub?.latest_invoice));
  const pause = sub?.pause_collection?.behavior;
  // Stripe's modes of pausing: `void`, no service meanwhile; the others, service for free or for later payment.
  const given = pause ? pause !== 'void' : latest?.status === 'void' || latest?.status === 'uncollectible';
  const running = sub?.status === 'active' || sub?.status === 'trialing';
  return {
    runs: running || sub?.status === 'past_due',
    grace: sub?.cancel_at_period_end === false,
    granted: given && running ? (sub.items.data[0]?.current_period_end ?? 0) * 1000 : 0,
  };
}

async function snapshot(world: BillingWorld): Promise<string> {
  const { db } = world.lab.deps;
  const [ledger, tokens, keys, events, mails] = await Promise.all([
    db.ledgerEntry.count(),
    db.accessToken.findMany({ orderBy: { id: 'asc' } }),
    db.apiKey.findMany({ orderBy: { id: 'asc' } }),
    db.providerEvent.count({ where: { processedAt: { not: null } } }),
    world.lab.mails(),
  ]);
  const withoutUse = keys.map((key) => ({ ...key, lastUsedAt: null }));
  return JSON.stringify([ledger, tokens, withoutUse, events, mails], (_name, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  );
}
