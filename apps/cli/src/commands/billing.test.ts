import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginPurchase } from '@palisade/billing/checkout';
import { APP_SECRET, billingLab, type BillingLab } from '@palisade/billing/test/billing-lab';
import { readConfig } from '@palisade/config/config';
import { runPalisade } from '../test/run-palisade.ts';
import { reconcilePayments } from './billing.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await billingLab();
});
afterAll(() => lab.close());

async function reconciled(options: { since?: string; json?: boolean }) {
  const out: string[] = [];
  const { stripe } = lab;
  const config = readConfig({ STRIPE_SECRET_KEY: stripe.fake.secretKey, STRIPE_API_BASE_URL: stripe.fake.url });
  const deps = {
    db: lab.deps.db,
    appSecret: APP_SECRET,
    publicBaseUrl: () => 'http://palisade.test',
    out: (line: string) => void out.push(line),
    err: () => undefined,
  };
  return { code: await reconcilePayments(options, deps, config), out: out.join('\n') };
}

it('finds a payment that no webhook reported, and nothing the second time', async () => {
  const email = 'buyer@example.com';
  const { purchase, checkout } = await beginPurchase(lab.deps, { product: 'pro', provider: 'stripe', email });
  const paid = lab.stripe.pay(checkout.ref);
  const first = await reconciled({ since: '2026-01-01' });
  expect(first.code).toBe(0);
  expect(first.out).toMatch(new RegExp(`stripe +paid +${paid} +${purchase.id} +given`));
  expect(await lab.deps.db.mailMessage.findMany({ where: { to: email } })).toMatchObject([{ template: 'api_key' }]);
  expect((await reconciled({ since: '2026-01-01' })).out).toMatch(/^compared \d+ since .*: no differences$/);
  expect(JSON.parse((await reconciled({ since: '2026-01-01', json: true })).out)).toMatchObject({
    differences: [],
  });
});

it('exit code 1 when a provider cannot be reached', async () => {
  lab.stripe.fake.faults.push({ path: /./, kind: 'status', status: 500 });
  const { code, out } = await reconciled({ since: '2026-01-01' });
  lab.stripe.fake.faults.length = 0;
  expect(code).toBe(1);
  expect(out).toContain('unreachable');
});

it.each([
  [undefined, '--since is missing'],
  ['yesterday-ish', 'not a date or time'],
])('--since %s is explained', async (since, message) => {
  await expect(reconciled(since === undefined ? {} : { since })).rejects.toThrow(message);
});

it.each([
  [['billing', 'refund'], "unknown command 'refund'"],
  [['billing'], 'Usage: palisade billing'],
])('%j is used wrongly', async (args, message) => {
  expect(await runPalisade(args, () => Promise.reject(new Error('no database is needed')))).toMatchObject({
    status: 2,
    err: expect.stringContaining(message) as string,
  });
});
