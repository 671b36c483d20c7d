import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf } from '@palisade/access/client-address';
import { openCheckout } from '@palisade/billing/checkout';
import { withinDeadline } from '@palisade/billing/deadline';
import { products, productIds, type Currency, type ProductId } from '@palisade/billing/products';
import { ApiError } from '../errors.ts';
import { takeForms } from '../pages/form-body.ts';
import { refuseOtherSites } from '../pages/same-site.ts';
import { Email, Provider, type PaymentRouteDeps } from './checkout.ts';
import { landingOf } from '../shop/landing.ts';

export interface ShopPageDeps extends PaymentRouteDeps {
  freeScansPerDay: number;
  serviceName: string;
  publicBaseUrl: () => string;
  /** Where the hosted checkout of Razorpay takes its form. */
  razorpayBaseUrl: string;
  seller: Seller;
}

interface Seller {
  name: string;
  address: string | null;
  email: string | null;
  taxId: string | null;
}

const WHAT: Readonly<Record<ProductId, string>> = {
  pro: 'An API key with 50 scans a calendar month: fixes, cookies and cross-origin isolation, PDF reports, the whole API. Monthly; cancel at any time.',
  one_time_scan: 'One full report with every fix, within 24 hours of the payment.',
  compliance_report:
    'One PDF for one site: the findings beside OWASP Top 10, PCI DSS, GDPR Article 32 and ISO/IEC 27001, with a remediation plan.',
};
const WAYS = [
  { provider: 'stripe', currency: 'USD', by: 'by card (Stripe)' },
  { provider: 'razorpay', currency: 'INR', by: 'by card, UPI or netbanking (Razorpay)' },
] as const;

const Purchase = z.object({ product: z.enum(productIds), provider: Provider, email: Email });

/** What buyers see: prices, the way to the provider and back, and the operator's terms. */
export async function shopPageRoutes(app: FastifyInstance, deps: ShopPageDeps): Promise<void> {
  const { billing } = deps;
  takeForms(app);

  app.get('/pricing', async (_request, reply) => {
    const offers = productIds.map((product) => ({
      product,
      name: products[product].name,
      what: WHAT[product],
      prices: WAYS.filter(({ provider }) => billing.providers[provider] !== undefined).map(
        ({ provider, currency, by }) => ({ provider, by, price: priceOf(product, currency) }),
      ),
    }));
    return reply.page('pricing', { offers, freeScansPerDay: deps.freeScansPerDay });
  });

  app.post('/pricing/buy', { onRequest: async (request) => refuseOtherSites(request) }, async (request, reply) => {
    const asked = Purchase.safeParse(request.body);
    if (!asked.success) throw new ApiError(400, 'email is missing or is no e-mail address');
    const { product, provider, email } = asked.data;
    await deps.takeCheckout(callerOf(request.ip));
    const opened = await withinDeadline(openCheckout(billing, { product, provider, email }));
    if ('checkout_url' in opened) return await reply.redirect(opened.checkout_url, 303);
    return payAtRazorpay(reply, deps, { ...opened, product, email });
  });

  app.get<{ Querystring: { checkout?: string } }>('/checkout/done', async (request, reply) => {
    const landing = await landingOf(billing.db, request.query.checkout);
    if (landing.state === 'pending') reply.header('refresh', '5');
    return reply.header('x-robots-tag', 'noindex').page('purchase', landing);
  });
  // Razorpay comes back with a form. What it says is not believed: the webhook and the provider's own books are.
  app.post<{ Querystring: { checkout?: string } }>('/checkout/done', async (request, reply) =>
    reply.redirect(`/checkout/done?${new URLSearchParams({ checkout: request.query.checkout ?? '' })}`, 303),
  );
  for (const method of ['GET', 'POST'] as const)
    app.route({
      method,
      url: '/checkout/cancelled',
      handler: async (_request: FastifyRequest, reply: FastifyReply) =>
        reply.page('purchase', { state: 'cancelled', product: null, email: null }),
    });

  for (const page of ['terms', 'privacy', 'refunds', 'contact'] as const)
    app.get(`/${page}`, async (_request, reply) => reply.page('legal', { page, seller: deps.seller }));
}

function payAtRazorpay(
  reply: FastifyReply,
  deps: ShopPageDeps,
  order: { key: string; amount: number; currency: Currency; product: ProductId; email: string } & (
    { order_id: string } | { subscription_id: string }
  ),
): FastifyReply {
  const home = deps.publicBaseUrl();
  const reference = 'order_id' in order ? order.order_id : order.subscription_id;
  const fields = {
    key_id: order.key,
    ...('order_id' in order ? { order_id: reference } : { subscription_id: reference }),
    amount: String(order.amount),
    currency: order.currency,
    name: deps.serviceName,
    description: products[order.product].name,
    'prefill[email]': order.email,
    callback_url: `${home}/checkout/done?${new URLSearchParams({ checkout: reference })}`,
    cancel_url: `${home}/checkout/cancelled`,
  };
  const action = `${deps.razorpayBaseUrl.replace(/\/+$/, '')}/v1/checkout/embedded`;
  const price = priceOf(order.product, order.currency);
  // This page alone sends a form elsewhere.
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action ${new URL(action).origin}; base-uri 'none'; frame-ancestors 'none'`,
    )
    .page('payment', { action, fields, price, name: products[order.product].name });
}

function priceOf(product: ProductId, currency: Currency): string {
  const amount = products[product].price[currency] / 100;
  const price = new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 0 }).format(amount);
  return products[product].billing === 'monthly' ? `${price} a month` : price;
}
