import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginPurchase } from './checkout.ts';
import type { ProviderName } from './provider.ts';
import { reconcile } from './reconcile.ts';
import { settle } from './settle.ts';
import { billingLab, type BillingLab } from './test/billing-lab.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await billingLab({ unplugged: true });
});
afterAll(() => lab.close());

const DAY = 86_400_000;
let counter = 0;

async function subscribed(name: ProviderName) {
  counter += 1;
  const email = `subscriber${counter}@example.com`;
  const { checkout } = await beginPurchase(lab.deps, { product: 'pro', provider: name, email });
  lab[name].pay(checkout.ref);
  await lab.deliver(lab[name]);
  return { ref: checkout.ref, email };
}

const told = async (email: string) =>
  (await lab.mails(email)).filter(({ template }) => template === 'renewal_failed').map(({ payload }) => payload);
const retries = async (email: string) => (await told(email)).map((payload) => payload['retries']);

describe.each(['stripe', 'razorpay'] as const)('%s', (name) => {
  test('one email says that a payment failed, and one that the provider has stopped trying', async () => {
    const { ref, email } = await subscribed(name);
    lab[name].renew(ref, false);
    await lab.deliver(lab[name]);
    lab[name].befall(ref, 'give_up');
    // Each event twice, all at the same time, and once more by reconciliation.
    const events = lab[name].fake.events.splice(0);
    await Promise.all([...events, ...events].map((event) => lab.webhook(lab[name], event)));
    await reconcile(lab.deps, { since: new Date(Date.now() - DAY) });
    expect(await retries(email)).toEqual(['go_on', 'given_up']);
  });

  test('one email says both if the provider had stopped before we heard of it', async () => {
    const { ref, email } = await subscribed(name);
    lab[name].renew(ref, false);
    lab[name].befall(ref, 'give_up');
    await lab.deliver(lab[name]);
    expect(await retries(email)).toEqual(['given_up']);
  });

  test('a pause is no failure', async () => {
    const { ref, email } = await subscribed(name);
    for (const what of ['pause', 'resume', 'pause', 'resume'] as const) {
      lab[name].befall(ref, what);
      await lab.deliver(lab[name]);
    }
    expect(await told(email)).toEqual([]);
  });

  test('a day in the past is named as past', async () => {
    const { ref, email } = await subscribed(name);
    lab[name].renew(ref, false);
    await settle({ ...lab.deps, now: () => new Date(Date.now() + 40 * DAY) }, name, { purchaseId: null, ref });
    expect(await told(email)).toMatchObject([{ period: 'over', key: 'stopped' }]);
  });
});

test('a halted subscription that Razorpay goes on invoicing gets no further email', async () => {
  const { ref, email } = await subscribed('razorpay');
  lab.razorpay.renew(ref, false);
  lab.razorpay.befall(ref, 'give_up');
  await lab.deliver(lab.razorpay);
  const subscription = lab.razorpay.fake.state.subscriptions.get(ref);
  Object.assign(subscription ?? {}, { current_end: Math.floor((Date.now() + 60 * DAY) / 1000) });
  await settle(lab.deps, 'razorpay', { purchaseId: null, ref });
  expect((await lab.deps.db.ledgerEntry.findMany({ where: { kind: 'renewal_failed', ref: { startsWith: ref } } })).length).toBe(2); // prettier-ignore
  expect(await retries(email)).toEqual(['given_up']);
});

test.each([
  ['its payments failed', 'payment_failed', ['go_on', 'ended']],
  ['its owner cancelled it', 'cancellation_requested', ['go_on']],
] as const)('a subscription that Stripe ends because %s', async (_why, reason, expected) => {
  const { ref, email } = await subscribed('stripe');
  lab.stripe.renew(ref, false);
  await lab.deliver(lab.stripe);
  const { state } = lab.stripe.fake;
  state.recurring.cancel(String(state.sessions.get(ref)?.subscription), reason);
  await lab.deliver(lab.stripe);
  await settle(lab.deps, 'stripe', { purchaseId: null, ref });
  expect(await retries(email)).toEqual(expected);
});
