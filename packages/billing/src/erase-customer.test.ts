import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseCustomer } from './erase-customer.ts';
import { openMatters } from './matters.ts';
import { lockPurchase } from './settle.ts';
import { settleMatter } from './settle-matter.ts';
import { billingLab, type BillingLab } from './test/billing-lab.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await billingLab();
});
afterAll(() => lab.close());

test('an account can be deleted while the webhook of its ended subscription is processed', async () => {
  const { db } = lab.deps;
  const { purchase, ref, email } = await lab.begin(lab.stripe, 'pro');
  lab.stripe.pay(ref);
  await lab.deliver(lab.stripe);
  const waiting = async () => {
    const rows = await db.$queryRaw<object[]>`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return rows.length;
  };

  // Like the webhook: it locks the purchase, then changes the key.
  let erasing: Promise<unknown> | undefined;
  await db.$transaction(
    async (tx) => {
      await lockPurchase(tx, purchase.id);
      erasing = eraseCustomer(lab.deps, email, 'account').catch((error: unknown) => error);
      await expect.poll(waiting).toBe(1);
      await tx.apiKey.updateMany({ where: { email }, data: { lastUsedAt: new Date() } });
    },
    { timeout: 15_000 },
  );
  expect(await erasing).toBeUndefined();
  expect(await db.purchase.count({ where: { email } })).toBe(0);
});

test.each(['stripe', 'razorpay'] as const)(
  '%s: ends a subscription that was paid, and of which no event has arrived yet',
  async (name) => {
    const { ref, email } = await lab.begin(lab[name], 'pro');
    lab[name].pay(ref);
    await eraseCustomer(lab.deps, email, 'account');
    await lab.deliver(lab[name]);
    expect(lab[name].renew(ref, true)).toBeNull();
    expect(await lab.mails(email)).toEqual([]);
  },
);

test.each([
  ['stripe', 'pro'],
  ['stripe', 'one_time_scan'],
  ['razorpay', 'compliance_report'],
] as const)(
  '%s, %s: a checkout that is paid after the deletion waits for the operator, who refunds it',
  async (name, product) => {
    const { ref, email } = await lab.begin(lab[name], product);
    await eraseCustomer(lab.deps, email, 'account');
    lab[name].pay(ref);
    await lab.deliver(lab[name]);
    const matters = async () => (await openMatters(lab.deps.db)).filter(({ kind }) => kind === 'paid_after_deletion');
    const [matter] = await matters();
    expect(matter).toMatchObject({ product, email: expect.stringContaining('@erased.invalid') as string });
    await settleMatter(lab.deps, matter?.key ?? '', 'refund', 'operator:test');
    await lab.deliver(lab[name]);
    expect(await matters()).toEqual([]);
  },
);

test('nothing in the database contains the address of a deleted account', async () => {
  const { db } = lab.deps;
  const buyers = [];
  for (const provider of [lab.stripe, lab.razorpay]) {
    const { purchase, ref, email } = await lab.begin(provider, 'one_time_scan');
    provider.pay(ref);
    await lab.deliver(provider);
    expect(await db.ledgerEntry.count({ where: { purchaseId: purchase.id, kind: 'paid' } })).toBe(1);
    buyers.push(email);
  }
  for (const email of buyers) await eraseCustomer(lab.deps, email, 'account');
  expect((await openMatters(db)).filter(({ kind }) => kind === 'paid_after_deletion')).toEqual([]);
  const tables = await db.$queryRaw<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'test_mail'`;
  for (const email of buyers) {
    for (const { name } of tables) {
      const rows = await db.$queryRawUnsafe<object[]>(
        `select 1 from "${name}" t where t::text like '%' || $1 || '%'`,
        email,
      );
      expect([name, rows.length]).toEqual([name, 0]);
    }
  }
});
