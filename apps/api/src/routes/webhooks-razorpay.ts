import type { FastifyInstance } from 'fastify';
import { receiveWebhooks, type WebhookRouteDeps } from './receive-webhook.ts';

export async function webhooksRazorpayRoutes(app: FastifyInstance, deps: WebhookRouteDeps): Promise<void> {
  await receiveWebhooks(app, 'razorpay', deps);
}
