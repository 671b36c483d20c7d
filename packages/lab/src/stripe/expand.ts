import type Stripe from 'stripe';
import type { StripeState } from './stripe-state.ts';

/** Replaces ids with their objects along each `a.b` path, and fills an invoice's payments. */
export function expand(state: StripeState, object: object, paths: string[]): object {
  const copy = structuredClone(object) as Record<string, unknown>;
  if (copy['object'] === 'invoice') copy['lines'] = firstLines(copy['lines'] as Stripe.ApiList<Stripe.InvoiceLineItem>);
  for (const path of paths) {
    const [field, ...rest] = path.split('.');
    if (field === undefined) continue;
    if (field === 'payments' && copy['object'] === 'invoice') {
      copy['payments'] = invoicePayments(state, String(copy['id']));
      continue;
    }
    const value = copy[field];
    const held = typeof value === 'string' ? lookUp(state, value) : value;
    if (held && typeof held === 'object') copy[field] = expand(state, held, rest.length > 0 ? [rest.join('.')] : []);
  }
  return copy;
}

/** Lists within an object contain their first ten items. */
function firstLines(lines: Stripe.ApiList<Stripe.InvoiceLineItem>): object {
  return { ...lines, has_more: lines.data.length > 10, data: lines.data.slice(0, 10) };
}

function invoicePayments(state: StripeState, invoiceId: string): object {
  const data = [...state.invoicePayments.values()].filter((payment) => payment.invoice === invoiceId);
  return { object: 'list', has_more: false, url: '/v1/invoice_payments', data };
}

function lookUp(state: StripeState, id: string): object | undefined {
  return state.intents.get(id) ?? state.charges.get(id) ?? state.subscriptions.get(id) ?? state.invoices.get(id);
}
