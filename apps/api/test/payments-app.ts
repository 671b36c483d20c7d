import { fastify, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { takeCheckout } from '@palisade/access/rate-limit';
import type { BillingDeps } from '@palisade/billing/billing-deps';
import { processProviderEvent } from '@palisade/billing/provider-events';
import type { LabProvider } from '@palisade/billing/test/lab-provider';
import { TargetRefused } from '@palisade/scanner/errors';
import { errorPlugin } from '../src/plugins/errors.ts';
import { checkoutRoutes } from '../src/routes/checkout.ts';
import { compliancePayRoutes } from '../src/routes/compliance-pay.ts';
import { verifyOneTimeRoutes } from '../src/routes/verify-one-time.ts';
import { webhooksRazorpayRoutes } from '../src/routes/webhooks-razorpay.ts';
import { webhooksStripeRoutes } from '../src/routes/webhooks-stripe.ts';

export interface PaymentsApp {
  app: FastifyInstance;
  /** Events that are stored but not processed yet. */
  queued: string[];
  post(url: string, payload: object): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Sends one webhook with exactly these bytes. */
  send(
    name: LabProvider['name'],
    body: string | Buffer,
    headers: Record<string, string>,
  ): Promise<{ statusCode: number; body: string }>;
  /** Sends all pending events of the lab's provider and processes them. */
  sendAll(lab: LabProvider): Promise<void>;
}

/** Only the payment endpoints, with the billing of a lab. */
export async function paymentsApp(billing: BillingDeps, checkoutsPerHour = 1_000): Promise<PaymentsApp> {
  const app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  errorPlugin(app);
  const queued: string[] = [];
  const checkUrl = (url: string) => {
    if (!url.startsWith('https://')) throw new TargetRefused('not a valid URL', 'syntax');
  };
  const { db, appSecret } = billing;
  const limit = (address: string) =>
    takeCheckout(db, { address, perAddress: checkoutsPerHour, perService: 10_000, appSecret });
  const enqueueProviderEvent = async (id: string) => void queued.push(id);
  for (const routes of [checkoutRoutes, compliancePayRoutes, verifyOneTimeRoutes]) {
    await app.register(routes, { billing, checkUrl, takeCheckout: limit });
  }
  for (const routes of [webhooksStripeRoutes, webhooksRazorpayRoutes]) {
    await app.register(routes, { billing, enqueueProviderEvent });
  }
  const send: PaymentsApp['send'] = async (name, body, headers) =>
    await app.inject({
      method: 'POST',
      url: `/api/webhooks/${name}`,
      headers: { 'content-type': 'application/json', ...headers },
      payload: Buffer.from(body),
    });
  return {
    app,
    queued,
    send,
    async post(url, payload) {
      const answer = await app.inject({ method: 'POST', url, payload });
      return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
    },
    async sendAll(lab) {
      for (const event of lab.fake.events.splice(0)) {
        const { statusCode } = await send(lab.name, event.body, lab.fake.webhookHeaders(event));
        if (statusCode !== 200) throw new Error(`a webhook was answered with ${statusCode}`);
      }
      for (const id of queued.splice(0)) await processProviderEvent(billing, id);
    },
  };
}
