import type Stripe from 'stripe';
import type { Cycle } from './subscription-shapes.ts';

type Invoice = Stripe.Invoice;

export interface Billed {
  id: string;
  subscription: string;
  customer: string;
  /** Before discount and credit. */
  amount: number;
  discount: number;
  /** On the amount after the discount, added to it. */
  tax: number;
  /** The customer's balance before: negative is credit. */
  balance: number;
  currency: string;
  created: number;
  cycle: Cycle;
  metadata: Record<string, string>;
  reason: Invoice['billing_reason'];
  /** Whether the charge succeeds, if there is one. */
  paid: boolean;
  /** Collection is paused; what happens to invoices meanwhile. */
  uncollected?: 'void' | 'uncollectible' | 'draft' | undefined;
}

export function invoice(billed: Billed, lines: Stripe.InvoiceLineItem[]): Invoice {
  const { id, amount, discount, tax, balance, currency, created, cycle, uncollected } = billed;
  const total = amount - discount + tax;
  const due = Math.max(0, total + balance);
  const paid = uncollected === undefined && (billed.paid || due === 0);
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Lab',
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: paid ? due : 0,
    amount_remaining: paid ? 0 : due,
    amount_shipping: 0,
    application: null,
    attempt_count: due === 0 || uncollected !== undefined ? 0 : 1,
    attempted: uncollected === undefined,
    automatic_tax: { disabled_reason: null, enabled: tax > 0, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: billed.reason,
    collection_method: 'charge_automatically',
    created,
    currency,
    custom_fields: null,
    customer: billed.customer,
    customer_account: null,
    customer_address: null,
    customer_email: null,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: created,
    ending_balance: paid ? Math.min(0, total + balance) : balance,
    footer: null,
    from_invoice: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', has_more: false, url: `/v1/invoices/${id}/lines`, data: lines },
    livemode: false,
    metadata: {},
    next_payment_attempt: paid ? null : created + 86_400,
    number: null,
    on_behalf_of: null,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: billed.metadata, subscription: billed.subscription },
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    // The period that has just ended: the lines describe what is paid for.
    period_end: cycle.start,
    period_start: cycle.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: balance,
    statement_descriptor: null,
    status: paid ? 'paid' : (uncollected ?? 'open'),
    status_transitions: {
      finalized_at: created,
      marked_uncollectible_at: uncollected === 'uncollectible' ? created : null,
      paid_at: paid ? created : null,
      voided_at: uncollected === 'void' ? created : null,
    },
    subtotal: amount,
    subtotal_excluding_tax: amount,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total - tax,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}

export function line(billed: Billed, kind: { proration: boolean; suffix?: string }): Stripe.InvoiceLineItem {
  return {
    id: `il_${billed.id}${kind.suffix ?? ''}`,
    object: 'line_item',
    amount: billed.amount,
    currency: billed.currency,
    description: null,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: billed.id,
    livemode: false,
    metadata: {},
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: kind.proration,
        proration_details: null,
        subscription: billed.subscription,
        subscription_item: `si_${billed.subscription}`,
      },
    },
    period: billed.cycle,
    pretax_credit_amounts: [],
    pricing: null,
    quantity: 1,
    quantity_decimal: null,
    subscription: billed.subscription,
    subtotal: billed.amount,
    taxes: [],
  };
}

export function invoicePayment(
  id: string,
  paid: { invoice: string; paymentIntent: string; amount: number; currency: string; created: number },
): Stripe.InvoicePayment {
  return {
    id,
    object: 'invoice_payment',
    amount_paid: paid.amount,
    amount_requested: paid.amount,
    created: paid.created,
    currency: paid.currency,
    invoice: paid.invoice,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: paid.paymentIntent },
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: paid.created },
  };
}
