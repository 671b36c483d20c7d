import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginPurchase } from './checkout.ts';
import { startReconciler } from './reconciler.ts';
import type { Reconciliation } from './reconcile.ts';
import { billingLab, type BillingLab } from './test/billing-lab.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await billingLab();
});
afterAll(() => lab.close());

test('finds by itself what no webhook told, and forgets events of long ago', async () => {
  const email = 'buyer@example.com';
  const { checkout } = await beginPurchase(lab.deps, { product: 'one_time_scan', provider: 'stripe', email });
  lab.stripe.pay(checkout.ref);
  const event = { provider: 'stripe', type: 't', payload: {}, outcome: 'not_ours' };
  const longAgo = new Date(Date.now() - 100 * 86_400_000);
  const rows = [
    { ...event, id: '00000000-0000-4000-8000-000000000001', eventId: 'old', processedAt: longAgo },
    { ...event, id: '00000000-0000-4000-8000-000000000002', eventId: 'new', processedAt: new Date() },
  ];
  await lab.deps.db.providerEvent.createMany({ data: rows });

  const { promise, resolve, reject } = Promise.withResolvers<Reconciliation>();
  const lookBackMs = 86_400_000;
  const reconciler = startReconciler(lab.deps, { intervalMs: 20, lookBackMs, onDone: resolve, onError: reject });
  const { differences } = await promise;
  await reconciler.stop();
  expect(differences).toMatchObject([{ difference: 'paid', action: 'given' }]);
  expect(await lab.mails(email)).toHaveLength(1);
  expect((await lab.deps.db.providerEvent.findMany()).map(({ eventId }) => eventId)).toEqual(['new']);
});
