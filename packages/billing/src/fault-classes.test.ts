/** Past faults and related cases: another order of events, a replay, another amount, two at once, a crash. */
import { authenticateKey } from '@palisade/access/authenticate-key';
import { chargeReservation } from '@palisade/access/reservation';
import { reserveToken } from '@palisade/access/reserve-token';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginPurchase } from './checkout.ts';
import { sourceOf } from './entitle.ts';
import { openMatters } from './matters.ts';
import type { ProductId } from './products.ts';
import { processProviderEvent, storeProviderEvent } from './provider-events.ts';
import { reconcile } from './reconcile.ts';
import { resend, rotateAndMail } from './secret-mail.ts';
import { settleMatter } from './settle-matter.ts';
import { APP_SECRET, billingLab, type BillingLab } from './test/billing-lab.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await billingLab({ unplugged: true, retries: 0 });
});
afterAll(() => lab.close());

type Name = 'stripe' | 'razorpay';
const DAY = 86_400_000;
let counter = 0;

const events = (name: Name) => lab[name].fake.events.splice(0);
const hooks = async (name: Name) => {
  for (const event of events(name)) await lab.webhook(lab[name], event);
};
async function begin(name: Name, product: ProductId, email = `case${(counter += 1)}@example.com`) {
  events(name);
  const { purchase, checkout } = await beginPurchase(lab.deps, { product, provider: name, email });
  const mailed = async (template: string) =>
    (await lab.mails(email)).filter((mail) => mail.template === template).map(({ payload }) => payload);
  return { purchase, email, ref: checkout.ref, mailed };
}
async function bought(name: Name, product: ProductId, options: { percentOff?: number; trialDays?: number } = {}) {
  const one = await begin(name, product);
  const payment = lab[name].pay(one.ref, options);
  await hooks(name);
  const [mail] = [...(await one.mailed('api_key')), ...(await one.mailed('one_time_token'))];
  return { ...one, payment, key: mail?.['key'] ?? '', token: mail?.['token'] ?? '' };
}
const opens = async (key: string, days: number) =>
  await authenticateKey(lab.deps.db, key, APP_SECRET, new Date(Date.now() + days * DAY)).then(
    () => true,
    () => false,
  );
const mattersOf = async (email: string) => (await openMatters(lab.deps.db)).filter((one) => one.email === email);
const held = (token: string) => reserveToken(lab.deps.db, { token, kind: 'one_time', leaseMs: 60_000 }, APP_SECRET);
const keyOf = (purchase: { id: string }) =>
  lab.deps.db.apiKey.findUniqueOrThrow({ where: { source: sourceOf(purchase) } });

describe('B4: a renewal counts whatever its amount', () => {
  test.each([
    [
      'a cheaper first month, then a charge that fails',
      { percentOff: 30 },
      [false],
      [
        [29, true],
        [32, true],
        [34, false],
      ],
    ],
    [
      'a trial, then a charge',
      { trialDays: 7 },
      [true],
      [
        [36, true],
        [41, false],
      ],
    ],
    [
      'a trial, then a charge that fails',
      { trialDays: 7 },
      [false],
      [
        [6, true],
        [9, true],
        [11, false],
      ],
    ],
    [
      'a charge that fails, then the next month’s',
      {},
      [false, true],
      [
        [80, true],
        [94, false],
      ],
    ],
  ] as const)('%s', async (_case, options, charges, expected) => {
    const { key, ref } = await bought('stripe', 'pro', options);
    for (const succeeds of charges) lab.stripe.renew(ref, succeeds);
    await hooks('stripe');
    expect(await Promise.all(expected.map(async ([days]) => [days, await opens(key, days)]))).toEqual(expected);
  });

  test('a month paid by credit stays when the first one is refunded', async () => {
    const { key, ref, payment, email } = await bought('stripe', 'pro');
    lab.stripe.befall(ref, 'credit');
    lab.stripe.renew(ref, true);
    lab.stripe.refund(payment);
    for (const event of events('stripe').toReversed()) await lab.webhook(lab.stripe, event);
    expect([await opens(key, 45), await mattersOf(email)]).toEqual([true, []]);
  });

  test('paid on the second try, reported twice and out of order, it is one month', async () => {
    const { key, ref, mailed } = await bought('stripe', 'pro');
    lab.stripe.renew(ref, false);
    lab.stripe.befall(ref, 'retry');
    const told = events('stripe');
    for (const event of [...told.toReversed(), ...told]) await lab.webhook(lab.stripe, event);
    expect([await opens(key, 59), await opens(key, 65)]).toEqual([true, false]);
    expect([(await mailed('api_key')).length, (await mailed('receipt')).length]).toEqual([1, 1]);
  });

  test.each([
    ['collect_void', false],
    ['collect_free', true],
    ['collect_later', true],
  ] as const)('access in an uncollected month (%s) follows the seller’s setting', async (what, open) => {
    const { key, ref } = await bought('stripe', 'pro');
    lab.stripe.befall(ref, what);
    lab.stripe.renew(ref, true);
    await hooks('stripe');
    expect([await opens(key, 29), await opens(key, 45)]).toEqual([true, open]);
  });
});

describe('B5: what needs an operator stays listed until it is settled', () => {
  const mispaid = async (wanted: { amount?: number; currency?: string }) => {
    const one = await begin('razorpay', 'one_time_scan');
    const { id } = lab.razorpay.fake.state.pay(one.ref, wanted);
    return { ...one, id, told: events('razorpay') };
  };

  test.each([
    ['too little', { amount: 9_800 }],
    ['too much', { amount: 10_000 }],
    ['the price of another product', { amount: 24_900 }],
    ['the price in another currency', { currency: 'USD' }],
  ])('%s, reported three times at once: listed once', async (_case, wanted) => {
    const { email, id, told, mailed } = await mispaid(wanted);
    await Promise.all([...told, ...told, ...told].map((event) => lab.webhook(lab.razorpay, event)));
    expect((await mattersOf(email)).map(({ key }) => key)).toEqual([`mispaid:${id}`]);
    expect(await mailed('one_time_token')).toEqual([]);
  });

  test('accepted by two operators at once, it buys one token', async () => {
    const { email, id, told, mailed } = await mispaid({ amount: 9_800 });
    for (const event of told) await lab.webhook(lab.razorpay, event);
    const accept = () => settleMatter(lab.deps, `mispaid:${id}`, 'accept', 'operator:test');
    await Promise.allSettled([accept(), accept()]);
    expect([(await mailed('one_time_token')).length, await mattersOf(email)]).toEqual([1, []]);
  });

  test('a process that dies before it has marked the event leaves one entry, not two', async () => {
    const { email, id, told } = await mispaid({ amount: 9_800 });
    const { deps, razorpay } = lab;
    for (const event of told) {
      const { id: row } = await storeProviderEvent(
        deps,
        'razorpay',
        Buffer.from(event.body),
        razorpay.fake.webhookHeaders(event),
      );
      await processProviderEvent(deps, row);
      const unmarked = { processedAt: null, outcome: null, payload: JSON.parse(event.body) as object };
      await deps.db.providerEvent.update({ where: { id: row }, data: unmarked });
    }
    const later = { ...deps, now: () => new Date(Date.now() + 120_000) };
    await reconcile(later, { since: new Date(0) });
    expect((await mattersOf(email)).map(({ key }) => key)).toEqual([`mispaid:${id}`]);
  });

  test('two subscriptions of one address, in different spelling and at two providers', async () => {
    const first = await bought('stripe', 'pro');
    const second = await begin('razorpay', 'pro', ` ${first.email.toUpperCase()}`);
    lab.razorpay.pay(second.ref);
    await hooks('razorpay');
    expect((await mattersOf(first.email)).map(({ kind, ref }) => [kind, ref])).toEqual([
      ['two_subscriptions', second.ref],
    ]);
    lab.razorpay.cancel(second.ref);
    await hooks('razorpay');
    expect(await mattersOf(first.email)).toEqual([]);
  });
});

describe('B6, B7: lost credentials are sent again', () => {
  const again = (what: 'key' | 'token', id: string, owner: string, to?: string) =>
    lab.deps.db.$transaction((tx) => resend(tx, lab.deps, { what, id, to }, { owner, actor: 'account' }));

  test('the current key is sent after a rotation, also to a corrected address', async () => {
    const { purchase, email, mailed, key } = await bought('stripe', 'pro');
    const { id } = await keyOf(purchase);
    const rotated = await lab.deps.db.$transaction((tx) =>
      rotateAndMail(tx, lab.deps, id, { actor: 'account', atOnce: true }),
    );
    expect(await again('key', id, email)).toEqual({ to: email });
    expect((await mailed('api_key')).map((mail) => mail['key']).toSorted()).toEqual([key, rotated.key].toSorted());
    const corrected = `right-${email}`;
    await again('key', id, email, corrected);
    expect((await lab.mails(corrected)).map(({ payload }) => payload['key'])).toEqual([rotated.key]);
  });

  test('replaced by two at once, both new keys are mailed and the newer one works', async () => {
    const { purchase, mailed } = await bought('razorpay', 'pro');
    const { id } = await keyOf(purchase);
    const rotate = () =>
      lab.deps.db.$transaction((tx) => rotateAndMail(tx, lab.deps, id, { actor: 'account', atOnce: true }));
    const done = await Promise.allSettled([rotate(), rotate()]);
    const keys = done.flatMap((one) => (one.status === 'fulfilled' ? [one.value.key] : []));
    expect((await mailed('key_rotated')).map((mail) => mail['key']).toSorted()).toEqual(keys.toSorted());
    expect((await Promise.all(keys.map((key) => opens(key, 0)))).filter(Boolean)).toHaveLength(1);
  });

  test.each([
    ['was used', { consumedAt: new Date() }],
    ['was revoked', { revokedAt: new Date() }],
    ['has expired', { expiresAt: new Date(0) }],
  ])('a token that %s is not sent again', async (_case, data) => {
    const { purchase, email, mailed } = await bought('stripe', 'one_time_scan');
    const { id } = await lab.deps.db.accessToken.update({ where: { source: sourceOf(purchase) }, data });
    await expect(again('token', id, email)).rejects.toThrow('no such token');
    await expect(again('token', id, `not-${email}`)).rejects.toThrow('no such token');
    expect(await mailed('one_time_token')).toHaveLength(1);
  });

  test.each(['one_time_scan', 'compliance_report'] as const)('B1: the link opens the form of %s', async (product) => {
    const { email } = await bought('stripe', product);
    const [mail] = await lab.mails(email);
    const form = product === 'one_time_scan' ? '/' : '/compliance';
    expect(mail?.payload['link']).toBe(`http://palisade.test${form}#token=${mail?.payload['token']}`);
    const token = await lab.deps.db.accessToken.findFirstOrThrow({ where: { email } });
    await again('token', token.id, email);
    const links = (await lab.mails(email)).map(({ payload }) => payload['link']);
    expect(new Set(links).size).toBe(1);
  });
});

describe('B9: refunds and disputes while the token is in use', () => {
  const outcome = async (token: string, meanwhile: () => unknown, name: Name = 'stripe') => {
    const reservation = await held(token);
    meanwhile();
    await hooks(name);
    return await chargeReservation(lab.deps.db, reservation).then(
      () => 'delivered',
      (error: unknown) => (error as { reason?: string }).reason ?? String(error),
    );
  };

  test.each<Name>(['stripe', 'razorpay'])(
    '%s: a full refund or a dispute is a rejection, not a failure',
    async (name) => {
      const refunded = await bought(name, 'one_time_scan');
      expect(await outcome(refunded.token, () => lab[name].refund(refunded.payment), name)).toBe('revoked');
      const disputed = await bought(name, 'one_time_scan');
      expect(await outcome(disputed.token, () => lab[name].dispute(disputed.payment), name)).toBe('revoked');
    },
  );

  test('a partial refund changes nothing', async () => {
    const { token, payment } = await bought('stripe', 'one_time_scan');
    expect(await outcome(token, () => lab.stripe.refund(payment, 50))).toBe('delivered');
  });

  test('a refund that fails, or a dispute that is won, meanwhile still delivers it, once', async () => {
    const { token, payment } = await bought('stripe', 'one_time_scan');
    expect(await outcome(token, () => lab.stripe.failRefund(lab.stripe.refund(payment)))).toBe('delivered');
    const other = await bought('stripe', 'one_time_scan');
    const won = () => lab.stripe.closeDispute(lab.stripe.dispute(other.payment), 'won');
    expect(await outcome(other.token, won)).toBe('delivered');
    await expect(held(token)).rejects.toMatchObject({ reason: 'used' });
  });
});
