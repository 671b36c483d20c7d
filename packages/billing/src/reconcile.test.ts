/** Reconciliation finds what no webhook reported, however old. */
import { authenticateKey } from '@palisade/access/authenticate-key';
import { reserveToken } from '@palisade/access/reserve-token';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { movementsOf } from './books.ts';
import { beginPurchase } from './checkout.ts';
import { claimOneTimeScan } from './claim.ts';
import type { ProductId } from './products.ts';
import { RazorpayProvider } from './razorpay-provider.ts';
import { reconcile } from './reconcile.ts';
import { APP_SECRET, billingLab, justNow, type BillingLab } from './test/billing-lab.ts';
import { razorpayAdapter } from './test/without-sockets.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await billingLab({ unplugged: true, retries: 0 });
});
afterAll(() => lab.close());

const opens = async (token: string) =>
  await reserveToken(lab.deps.db, { token, kind: 'one_time', leaseMs: 0 }, APP_SECRET).then(
    () => true,
    () => false,
  );

describe.each(['stripe', 'razorpay'] as const)('%s', (name) => {
  beforeEach(() => {
    lab[name].fake.events.length = 0;
  });

  const begin = (product: ProductId) => lab.begin(lab[name], product);
  const hooks = () => lab.deliver(lab[name]);

  test('reconciliation finds what no webhook reported, and nothing the second time', async () => {
    const since = justNow();
    const single = await begin('one_time_scan');
    const monthly = await begin('pro');
    const refunded = await begin('compliance_report');
    lab[name].pay(single.ref);
    lab[name].pay(monthly.ref);
    const paid = lab[name].pay(refunded.ref);
    await hooks();
    lab[name].refund(paid);
    lab[name].dispute(lab[name].renew(monthly.ref, true) ?? '');
    const lost = await begin('one_time_scan');
    lab[name].pay(lost.ref);
    lab[name].fake.events.length = 0;

    const first = await reconcile(lab.deps, { since });
    const found = (purchaseId: string) =>
      first.differences
        .filter((one) => one.purchaseId === purchaseId)
        .map(({ difference }) => difference)
        .toSorted();
    expect(found(single.purchase.id)).toEqual([]);
    expect(found(lost.purchase.id)).toEqual(['paid']);
    expect(found(refunded.purchase.id)).toEqual(['refunded']);
    expect(found(monthly.purchase.id)).toEqual(['disputed', 'paid']);
    const [mail, ...more] = await lab.mails(lost.email);
    expect([await opens(mail?.payload['token'] ?? ''), more]).toEqual([true, []]);
    const mails = await lab.mails();

    const second = await reconcile(lab.deps, { since });
    expect(second.differences.filter(({ action }) => !action.startsWith('none:'))).toEqual([]);
    expect(second.looked).toBeGreaterThan(0);
    expect(await lab.mails()).toEqual(mails);
  });

  test('a purchase whose lookup fails does not block the others', async () => {
    for (const order of ['older', 'newer'] as const) {
      const since = justNow();
      const both = [await begin('one_time_scan'), await begin('one_time_scan')] as const;
      for (const { ref } of both) lab[name].pay(ref);
      lab[name].fake.events.length = 0;
      const [broken, other] = order === 'older' ? both : [both[1], both[0]];
      lab[name].fake.faults.push({ path: new RegExp(`/${broken.ref}$`), kind: 'garbage' });
      const { differences } = await reconcile(lab.deps, { since });
      lab[name].fake.faults.length = 0;
      expect(differences).toContainEqual(expect.objectContaining({ difference: 'unreachable', ref: broken.ref }));
      expect([(await lab.mails(broken.email)).length, (await lab.mails(other.email)).length]).toEqual([0, 1]);
    }
  });

  test('an old dispute that is closed without an event is noticed', async () => {
    const { purchase, ref } = await begin('one_time_scan');
    const dispute = lab[name].dispute(lab[name].pay(ref));
    await hooks();
    const begun = Math.floor(Date.now() / 1000) - 100 * 86_400;
    if (name === 'stripe') Object.assign(lab.stripeState.disputes.get(dispute) ?? {}, { created: begun });
    else Object.assign(lab.razorpay.fake.state.disputes.get(dispute) ?? {}, { created_at: begun });
    lab[name].closeDispute(dispute, 'won');
    lab[name].fake.events.length = 0;
    await reconcile(lab.deps, { since: justNow() });
    const kinds = await lab.deps.db.ledgerEntry.findMany({
      where: { purchaseId: purchase.id, paymentRef: { not: null } },
    });
    expect(kinds.map(({ kind }) => kind)).toEqual(['disputed', 'dispute_won']);
  });

  describe('a subscription of ten years', () => {
    const RENEWALS = 119;
    async function longAgo() {
      const { purchase, ref, email } = await begin('pro');
      const first = lab[name].pay(ref);
      await hooks();
      const payments = [first];
      for (let month = 0; month < RENEWALS; month += 1) payments.push(lab[name].renew(ref, true) ?? '');
      lab[name].fake.events.length = 0;
      return { purchase, ref, email, payments };
    }
    const booked = async (purchaseId: string) =>
      (await movementsOf(lab.deps.db, { from: new Date(0), to: new Date(Date.now() + 1e9) }))
        .filter(({ purchase }) => purchase.id === purchaseId)
        .reduce((sum, { amount }) => sum + amount, 0);

    test('a refund or a dispute of any of its payments reaches the ledger, by event or by reconciliation', async () => {
      const since = justNow();
      const { purchase, email, payments } = await longAgo();
      const kinds = async (paymentRef = '') =>
        (
          await lab.deps.db.ledgerEntry.findMany({
            where: { purchaseId: purchase.id, paymentRef },
            orderBy: { id: 'asc' },
          })
        ).map(({ kind }) => kind);
      await reconcile(lab.deps, { since });
      const price = purchase.amount;
      expect(await booked(purchase.id)).toBe((RENEWALS + 1) * price);

      lab[name].refund(payments[0] ?? '');
      await hooks();
      expect(await kinds(payments[0])).toEqual(['refunded']);
      const dispute = lab[name].dispute(payments[5] ?? '');
      await hooks();
      lab[name].closeDispute(dispute, 'lost');
      await hooks();
      expect(await kinds(payments[5])).toEqual(['disputed', 'dispute_lost']);
      lab[name].refund(payments[30] ?? '');
      lab[name].refund(payments[31] ?? '');
      lab[name].fake.events.length = 0;
      await reconcile(lab.deps, { since });
      expect(await kinds(payments[30])).toEqual(['refunded']);
      expect(await kinds(payments[31])).toEqual(['refunded']);
      expect(await booked(purchase.id)).toBe((RENEWALS + 1 - 4) * price);

      const key = (await lab.mails(email)).find(({ template }) => template === 'api_key')?.payload['key'] ?? '';
      expect(await authenticateKey(lab.deps.db, key, APP_SECRET)).toMatchObject({ plan: 'pro' });
    });
  });

  test('a payment with more refunds than fit on a page is counted completely', async () => {
    const { purchase, ref } = await begin('one_time_scan');
    const paid = lab[name].pay(ref);
    for (let part = 0; part < 130; part += 1) lab[name].refund(paid, 1);
    lab[name].fake.events.splice(0, lab[name].fake.events.length - 1);
    await hooks();
    expect(await lab.deps.db.ledgerEntry.count({ where: { purchaseId: purchase.id, kind: 'refunded' } })).toBe(130);
  });
});

test("a payment page's payment is reported until its payer claims it, and its refund is noticed afterwards", async () => {
  const { fake } = lab.razorpay;
  const since = justNow();
  // A page's payment has an order, but not ours.
  const order = fake.state.openOrder({ amount: 9_900, currency: 'INR', receipt: null, notes: [] });
  const { id } = fake.state.pay(order.id);
  const look = async () => {
    const { differences } = await reconcile(lab.deps, { since });
    return differences.filter(({ ref }) => ref === id).map(({ difference }) => difference);
  };
  expect(await look()).toEqual(['unclaimed_payment']);
  expect(await look()).toEqual(['unclaimed_payment']);
  const { token } = await claimOneTimeScan(lab.deps, id, 'walk-in@example.com');
  expect(await look()).toEqual([]);
  const refund = fake.state.refund(id);
  const { differences } = await reconcile(lab.deps, { since });
  expect(differences).toContainEqual(
    expect.objectContaining({ ref: refund.id, difference: 'refunded', action: 'taken away' }),
  );
  const wanted = { token, kind: 'one_time' as const, leaseMs: 0 };
  await expect(reserveToken(lab.deps.db, wanted, APP_SECRET)).rejects.toMatchObject({ reason: 'revoked' });
});

test('an account with more plans than fit on a page gets no second one', async () => {
  const { state } = lab.razorpay.fake;
  const ours = [...state.plans.keys()];
  expect(ours).toHaveLength(1);
  const [plan] = state.plans.values();
  if (!plan) throw new Error('no plan was created');
  for (let other = 0; other < 120; other += 1) {
    const id = `plan_other${String(other).padStart(9, '0')}`;
    state.plans.set(id, { ...plan, id, item: { ...plan.item, name: `Tea ${other}` } });
  }
  const { keyId, keySecret, webhookSecret, url } = lab.razorpay.fake;
  const restarted = new RazorpayProvider(
    { keyId, keySecret, webhookSecret, apiBaseUrl: url },
    { adapter: razorpayAdapter(lab.razorpay.fake) },
  );
  const deps = { ...lab.deps, providers: { razorpay: restarted } };
  await beginPurchase(deps, { product: 'pro', provider: 'razorpay', email: 'late@example.com' });
  expect([...state.subscriptions.values()].at(-1)?.plan_id).toBe(ours[0]);
});
