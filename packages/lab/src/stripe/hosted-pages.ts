/** Stripe's own pages as a payer sees them, as far as the lab needs them: a checkout, invoices and a customer portal. */
import type { FakeAnswer, FakeRequest } from '../payment-fake.ts';
import type { StripeState } from './stripe-state.ts';

/** Null: not one of its pages. */
export function hostedPage(state: StripeState, request: FakeRequest): FakeAnswer | null {
  if (request.path.startsWith('/c/pay/')) return paymentPage(state, request);
  if (request.path.startsWith('/p/session/')) return portalPage(state, request);
  if (request.path.startsWith('/i/')) return invoicePage(state, request.path.slice('/i/'.length));
  return null;
}

/** GET shows the buttons. POST pays, with `later` by a debit that `StripeState.settle` completes, and redirects the payer. */
function paymentPage(state: StripeState, request: FakeRequest): FakeAnswer {
  const id = request.path.slice('/c/pay/'.length);
  const session = state.sessions.get(id);
  if (!session) return { status: 404, body: 'no such checkout' };
  const back = (url: string | null): FakeAnswer => ({ status: 303, body: '', headers: { location: url ?? '/' } });
  if (request.method === 'POST') {
    const form = new URLSearchParams(request.body);
    const percentOff = Number(form.get('percent_off'));
    state.pay(id, { ...(percentOff > 0 ? { percentOff } : {}), ...(form.has('later') ? { later: true } : {}) });
    return back(session.success_url?.replace('{CHECKOUT_SESSION_ID}', id) ?? null);
  }
  if (session.status !== 'open') return page('This checkout is over.', `<p>It is ${session.status}.</p>`);
  const amount = ((session.amount_total ?? 0) / 100).toFixed(2);
  const debit = session.mode === 'payment' ? ' <button name="later">Pay by bank debit, which takes days</button>' : '';
  return page(
    'Checkout',
    `<p>${session.customer_email ?? ''}</p><form method="post"><button>Pay $${amount} (no real money)</button>${debit}</form>
     <p><a href="${session.cancel_url ?? '/'}">Back to the shop</a></p>`,
  );
}

function invoicePage(state: StripeState, id: string): FakeAnswer {
  const invoice = state.invoices.get(id);
  if (!invoice) return { status: 404, body: 'no such invoice' };
  return page(
    'Invoice',
    `<p>${invoice.id}: ${invoice.status}, ${(invoice.total / 100).toFixed(2)} ${invoice.currency}</p>`,
  );
}

function portalPage(state: StripeState, request: FakeRequest): FakeAnswer {
  const portal = state.portals.get(request.path.slice('/p/session/'.length));
  if (!portal) return { status: 404, body: 'no such session' };
  const theirs = [...state.subscriptions.values()].filter(({ customer }) => customer === portal.customer);
  if (request.method === 'POST') {
    const form = new URLSearchParams(request.body);
    const sub = theirs.find(({ id }) => id === form.get('subscription'));
    if (sub) state.recurring.cancelAtPeriodEnd(sub.id, form.get('act') === 'cancel');
    return { status: 303, body: '', headers: { location: portal.return_url ?? '/' } };
  }
  const rows = theirs.map((sub) => {
    const act = sub.cancel_at_period_end ? 'resume' : 'cancel';
    return `<form method="post"><p>${sub.id}: ${sub.status}</p><input type="hidden" name="subscription" value="${sub.id}">
      <button name="act" value="${act}">${act === 'cancel' ? 'Cancel at the end of the period' : "Don't cancel"}</button></form>`;
  });
  return page('Billing portal', `${rows.join('')}<p><a href="${portal.return_url ?? '/'}">Back to the shop</a></p>`);
}

function page(title: string, body: string): FakeAnswer {
  const head = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>`;
  return { status: 200, body: `${head}<h1>${title}</h1>${body}` };
}
