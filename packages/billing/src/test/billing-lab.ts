/** Billing on a real database with both labs behind it, and an outbox that is a list with a unique key. */
import type { Tx } from '@palisade/db/client';
import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import type { BillingDeps, BillingMail } from '../billing-deps.ts';
import { beginPurchase } from '../checkout.ts';
import type { LabEvent } from '@palisade/lab/payment-fake';
import type { StripeState } from '@palisade/lab/stripe/stripe-state';
import type { Purchase } from '../ledger.ts';
import type { ProductId } from '../products.ts';
import { processProviderEvent, storeProviderEvent } from '../provider-events.ts';
import { labRazorpay, labStripe, type LabOptions, type LabProvider } from './lab-provider.ts';

export interface BillingLab {
  deps: BillingDeps;
  database: TestDatabase;
  stripe: Awaited<ReturnType<typeof labStripe>>;
  razorpay: Awaited<ReturnType<typeof labRazorpay>>;
  stripeState: StripeState;
  /** A purchase up to the provider's page, for a new buyer. */
  begin(lab: LabProvider, product: ProductId): Promise<{ purchase: Purchase; ref: string; email: string }>;
  /** Stores a webhook and processes it, like route and worker. */
  webhook(lab: LabProvider, event: LabEvent): Promise<void>;
  /** Delivers the provider's events so far, in order. */
  deliver(lab: LabProvider): Promise<void>;
  mails(to?: string): Promise<BillingMail[]>;
  close(): Promise<void>;
}

/** Providers count seconds. Reaching back no further keeps other tests' purchases out of reconciliation. */
export const justNow = () => new Date(Math.floor(Date.now() / 1000) * 1000);

export const APP_SECRET = 'a secret of the billing tests, long enough';

export async function billingLab(options: LabOptions = {}): Promise<BillingLab> {
  const database = await testDatabase();
  // A table of the transaction's own database: a mail rolled back with its purchase must not exist.
  await database.db.$executeRaw`create table test_mail (dedupe_key text primary key, mail jsonb not null)`;
  return await billingLabOn(database, options);
}

/** With fresh labs on a database that has been used before. */
export async function billingLabOn(database: TestDatabase, options: LabOptions = {}): Promise<BillingLab> {
  const [stripe, razorpay] = await Promise.all([labStripe(options), labRazorpay(options)]);
  const { db } = database;
  const deps: BillingDeps = {
    db,
    providers: { stripe: stripe.provider, razorpay: razorpay.provider },
    appSecret: APP_SECRET,
    publicBaseUrl: () => 'http://palisade.test',
    enqueueMail: async (tx: Tx, mail: BillingMail) => {
      await tx.$executeRaw`insert into test_mail values (${mail.dedupeKey}, ${JSON.stringify(mail)}::jsonb) on conflict do nothing`;
    },
  };
  let buyers = 0;
  const lab: BillingLab = {
    deps,
    database,
    stripe,
    razorpay,
    stripeState: stripe.fake.state,
    async begin(provider, product) {
      const email = `buyer${(buyers += 1)}@example.com`;
      const { purchase, checkout } = await beginPurchase(deps, { product, provider: provider.name, email });
      return { purchase, ref: checkout.ref, email };
    },
    async webhook(provider, event) {
      const headers = provider.fake.webhookHeaders(event);
      const stored = await storeProviderEvent(deps, provider.name, Buffer.from(event.body), headers);
      await processProviderEvent(deps, stored.id);
    },
    async deliver(provider) {
      for (const event of provider.fake.events.splice(0)) await lab.webhook(provider, event);
    },
    async mails(to) {
      const rows = await db.$queryRaw<{ mail: BillingMail }[]>`select mail from test_mail`;
      return rows.map(({ mail }) => mail).filter((mail) => to === undefined || mail.to === to);
    },
    async close() {
      await Promise.all([stripe.fake.close(), razorpay.fake.close()]);
      await database.close();
    },
  };
  return lab;
}
