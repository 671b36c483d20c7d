import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Email } from '@palisade/access/email';
import { openCheckout } from '@palisade/billing/checkout';
import { withinPatience } from '@palisade/billing/deadline';
import { productIds } from '@palisade/billing/products';
import { ApiError } from '../errors.ts';
import { takeForms } from '../pages/form-body.ts';
import { refuseOtherSites } from '../pages/same-site.ts';
import { buyerOf, markBuyer } from '../shop/buyer-cookie.ts';
import { landingOf, openOrderOf } from '../shop/landing.ts';
import { pricing, type PricingDeps } from '../shop/offers.ts';
import { razorpayPage, sendToPayment, type PaymentPageDeps } from '../shop/payment-page.ts';
import { Provider, type PaymentRouteDeps } from './checkout.ts';

export type CheckoutPageDeps = PaymentRouteDeps & PaymentPageDeps & PricingDeps & { https: boolean };

const Purchase = z.object({ product: z.enum(productIds), provider: Provider, email: Email });
const Back = z.object({
  checkout: z.string().optional().catch(undefined),
  attempt: z.string().optional().catch(undefined),
});

/** Takes a buyer from the price to the provider's page, and back. */
export async function checkoutPageRoutes(app: FastifyInstance, deps: CheckoutPageDeps): Promise<void> {
  const { billing } = deps;
  const cookies = { appSecret: billing.appSecret, https: deps.https };
  takeForms(app);

  app.post('/pricing/buy', { onRequest: async (request) => refuseOtherSites(request) }, async (request, reply) => {
    const typed = (request.body ?? {}) as Partial<Record<string, string>>;
    reply.formAgain = (message) =>
      reply.header('cache-control', 'no-store').page('pricing', pricing(deps, request, { message, typed }));
    const asked = Purchase.safeParse(request.body);
    if (!asked.success) throw new ApiError(400, 'email is missing or is not an email address');
    const { product, provider, email } = asked.data;
    await deps.takeCheckout(request.ip);
    const landing = markBuyer(request, reply, cookies);
    const opened = await withinPatience(billing, openCheckout(billing, { product, provider, email, landing }));
    return sendToPayment(reply, product, opened);
  });
  app.get('/checkout/pay', async (request, reply) => {
    const { checkout = '' } = Back.parse(request.query);
    const order = await openOrderOf(billing, { checkout, buyer: buyerOf(request, cookies) });
    if (!order) return reply.redirect(`/checkout/done?${new URLSearchParams({ checkout }).toString()}`, 303);
    return razorpayPage(reply.headers({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' }), deps, order);
  });

  const land = async (request: FastifyRequest) => {
    const { checkout, attempt } = Back.parse(request.query);
    return await landingOf(billing, { checkout, buyer: buyerOf(request, cookies), declined: attempt === 'failed' });
  };
  app.get('/checkout/done', async (request, reply) => {
    const landing = await land(request);
    if (landing.again !== null) reply.header('refresh', String(landing.again));
    return reply.headers({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' }).page('purchase', landing);
  });
  // Razorpay sends the buyer back with a form. Its content is not trusted: only the webhook and the provider's API are.
  app.post('/checkout/done', async (request, reply) => {
    const { checkout = '' } = Back.parse(request.query);
    const failed = Object.keys(request.body ?? {}).some((name) => name.startsWith('error['));
    const query = new URLSearchParams({ checkout, ...(failed ? { attempt: 'failed' } : {}) });
    return reply.redirect(`/checkout/done?${query.toString()}`, 303);
  });

  const cancelled = async (request: FastifyRequest, reply: FastifyReply) => {
    const landing = await land(request);
    // The buyer paid in another tab, or went back too late.
    if (landing.state !== 'pending' && landing.state !== 'unknown') {
      const { checkout = '' } = Back.parse(request.query);
      return reply.redirect(`/checkout/done?${new URLSearchParams({ checkout }).toString()}`, 303);
    }
    const { product, email } = landing;
    return reply.page('purchase', { state: 'cancelled', product, email, revealed: null });
  };
  app.get('/checkout/cancelled', cancelled);
  app.post('/checkout/cancelled', cancelled);
}
