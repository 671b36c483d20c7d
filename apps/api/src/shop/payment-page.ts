import type { FastifyReply } from 'fastify';
import type { CheckoutAnswer } from '@palisade/billing/checkout';
import { products, type Currency, type ProductId } from '@palisade/billing/products';
import type { OpenOrder } from './landing.ts';

export interface PaymentPageDeps {
  serviceName: string;
  publicBaseUrl: () => string;
  /** Base URL of Razorpay's hosted checkout, which receives a form. */
  razorpayBaseUrl: string;
  /** Its publishable key. */
  razorpayKey: string;
}

/** Sends the buyer to the provider's own page. */
export function sendToPayment(reply: FastifyReply, product: ProductId, opened: CheckoutAnswer): FastifyReply {
  if ('checkout_url' in opened) {
    const price = priceOf(product, 'USD');
    // Not a redirect: `form-action` in our policy also applies to redirects of a form and allows no other origin.
    return reply
      .header('refresh', `0; url=${opened.checkout_url}`)
      .page('payment', { provider: 'Stripe', ...price, product, link: opened.checkout_url });
  }
  // Not the form itself: a browser cannot go back from Razorpay's page to the response of a POST.
  const checkout = 'order_id' in opened ? opened.order_id : opened.subscription_id;
  return reply.redirect(`/checkout/pay?${new URLSearchParams({ checkout }).toString()}`, 303);
}

/** The form that goes to Razorpay's page. */
export function razorpayPage(reply: FastifyReply, deps: PaymentPageDeps, order: OpenOrder): FastifyReply {
  const { product, reference, currency } = order;
  const home = deps.publicBaseUrl().replace(/\/+$/, '');
  const back = new URLSearchParams({ checkout: reference }).toString();
  const fields = {
    key_id: deps.razorpayKey,
    ...(products[product].billing === 'monthly' ? { subscription_id: reference } : { order_id: reference }),
    amount: String(order.amount),
    currency,
    name: deps.serviceName,
    description: products[product].name,
    ...(order.email === null ? {} : { 'prefill[email]': order.email }),
    callback_url: `${home}/checkout/done?${back}`,
    cancel_url: `${home}/checkout/cancelled?${back}`,
  };
  const action = `${deps.razorpayBaseUrl.replace(/\/+$/, '')}/v1/checkout/embedded`;
  // Only this page sends a form to another origin, and it uses that origin for nothing else.
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    `form-action ${new URL(action).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return reply.header('content-security-policy', policy).page('payment', {
    provider: 'Razorpay',
    ...priceOf(product, currency),
    product,
    action,
    fields,
  });
}

export function priceOf(product: ProductId, currency: Currency): { price: string; monthly: boolean } {
  const amount = products[product].price[currency] / 100;
  const price = new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 0 }).format(amount);
  return { price, monthly: products[product].billing === 'monthly' };
}
