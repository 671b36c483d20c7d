/**
 * Razorpay's own page as a payer sees it, as far as the lab needs it: the hosted checkout that accepts a form at
 * `/v1/checkout/embedded`, lets the payer pay, fail or leave, and returns through a form that submits itself.
 */
import { createHmac } from 'node:crypto';
import type { FakeAnswer, FakeRequest } from '../payment-fake.ts';
import type { RazorpayState } from './razorpay-state.ts';

const PATH = '/v1/checkout/embedded';

/** Null: not one of its pages. `/i/…` is a subscription's page, where the card is changed, or an invoice's. */
export function hostedCheckout(
  account: { state: RazorpayState; keyId: string; keySecret: string },
  request: FakeRequest,
): FakeAnswer | null {
  if (request.path.startsWith('/i/')) return ownPage(account.state, request.path.slice('/i/'.length));
  if (request.path !== PATH && request.path !== `${PATH}/pay`) return null;
  if (request.method !== 'POST') return { status: 405, body: 'POST only' };
  const form = new URLSearchParams(request.body);
  const order = account.state.orders.get(form.get('order_id') ?? '');
  const subscription = account.state.subscriptions.get(form.get('subscription_id') ?? '');
  if (form.get('key_id') !== account.keyId) return refused('The api key provided is invalid');
  if (!order && !subscription) return refused('The id provided does not exist');
  if (!URL.canParse(form.get('callback_url') ?? '')) return refused('The callback url field is required.');
  if (order && form.get('amount') !== String(order.amount)) {
    return refused('Your payment amount is different from your order amount. To pay successfully, please try again.');
  }
  if (order?.status === 'paid') return refused('Payment already done for this order.');
  if (subscription && subscription.status !== 'created') return refused('Subscription is not in a payable state');
  return request.path === PATH ? choices(form) : outcome(account, form);
}

function ownPage(state: RazorpayState, id: string): FakeAnswer {
  const invoice = state.invoices.get(id);
  if (invoice)
    return page('Invoice', `<p>${escape(id)}: ${invoice.status}, ${invoice.amount / 100} ${invoice.currency}</p>`);
  const subscription = state.subscriptions.get(id);
  if (!subscription) return { status: 404, body: 'no such subscription' };
  return page('Your subscription', `<p>${escape(id)}: ${subscription.status}</p><p>Another card is entered here.</p>`);
}

function choices(form: URLSearchParams): FakeAnswer {
  const price = new Intl.NumberFormat('en-IN', { style: 'currency', currency: form.get('currency') ?? 'INR' });
  const amount = price.format(Number(form.get('amount')) / 100);
  return page(
    'Razorpay checkout (lab)',
    `<p>${escape(form.get('name'))}: ${escape(form.get('description'))}</p><p>${escape(form.get('prefill[email]'))}</p>
     <form method="post" action="${PATH}/pay">${hidden(form)}
       <p><button name="pay" value="success">Pay ${escape(amount)} (no real money)</button></p>
       <p><button name="pay" value="later">Pay, and let the shop capture it</button></p>
       <p><button name="pay" value="failure">Let the payment fail</button></p>
     </form>
     <p><a href="${escape(form.get('cancel_url'))}">Cancel</a></p>`,
  );
}

/** As Razorpay does: a form that the page submits to the shop by itself. */
function outcome(account: { state: RazorpayState; keySecret: string }, form: URLSearchParams): FakeAnswer {
  const { state, keySecret } = account;
  const choice = form.get('pay');
  const orderId = form.get('order_id');
  const subscriptionId = form.get('subscription_id') ?? '';
  const email = form.get('prefill[email]') ?? undefined;
  const payer = email === undefined ? {} : { email };
  const failed = choice === 'failure';
  const status = failed ? ('failed' as const) : choice === 'later' ? ('authorized' as const) : ('captured' as const);
  const paymentId =
    orderId === null
      ? (state.charge(subscriptionId, !failed)?.payment_id ?? newestPayment(state))
      : state.pay(orderId, { ...payer, status }).id;
  const sign = (text: string) => createHmac('sha256', keySecret).update(text).digest('hex');
  const fields: Record<string, string> = failed
    ? {
        'error[code]': 'BAD_REQUEST_ERROR',
        'error[description]': 'Your payment was declined by the bank.',
        'error[source]': 'bank',
        'error[step]': 'payment_authorization',
        'error[reason]': 'payment_failed',
        'error[metadata]': JSON.stringify({ payment_id: paymentId, order_id: orderId ?? undefined }),
      }
    : orderId === null
      ? {
          razorpay_payment_id: paymentId,
          razorpay_subscription_id: subscriptionId,
          // In the reverse order of an order's signature.
          razorpay_signature: sign(`${paymentId}|${subscriptionId}`),
        }
      : {
          razorpay_payment_id: paymentId,
          razorpay_order_id: orderId,
          razorpay_signature: sign(`${orderId}|${paymentId}`),
        };
  const inputs = Object.entries(fields).map(([name, value]) => input(name, value));
  return page(
    'Back to the shop',
    `<form method="post" action="${escape(form.get('callback_url'))}">${inputs.join('')}<button>Continue</button></form>
     <script>document.forms[0].submit()</script>`,
  );
}

/** A failed charge leaves no trace on its invoice. */
function newestPayment(state: RazorpayState): string {
  return [...state.payments.keys()].at(-1) ?? '';
}

function hidden(form: URLSearchParams): string {
  return [...form].map(([name, value]) => input(name, value)).join('');
}

function input(name: string, value: string): string {
  return `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`;
}

function refused(description: string): FakeAnswer {
  return { ...page('Payment failed', `<p>${escape(description)}</p>`), status: 400 };
}

function page(title: string, body: string): FakeAnswer {
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>`;
  return { status: 200, body: `${head}<h1>${title}</h1>${body}` };
}

function escape(text: string | null): string {
  return (text ?? '').replace(/[&<>"']/g, (char) => `&#${char.codePointAt(0)};`);
}
