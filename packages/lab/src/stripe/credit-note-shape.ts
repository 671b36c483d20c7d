import type Stripe from 'stripe';

type Note = Stripe.CreditNote;

/** Of money that was given back outside Stripe. */
export function creditNote(known: Pick<Note, 'id' | 'amount' | 'currency' | 'created' | 'customer' | 'invoice'>): Note {
  const { amount, id } = known;
  return {
    object: 'credit_note',
    amount_shipping: 0,
    customer_account: null,
    customer_balance_transaction: null,
    discount_amount: 0,
    discount_amounts: [],
    effective_at: known.created,
    lines: { object: 'list', has_more: false, url: `/v1/credit_notes/${id}/lines`, data: [] },
    livemode: false,
    memo: null,
    metadata: {},
    number: `${id}-CN-01`,
    out_of_band_amount: amount,
    pdf: `https://pay.stripe.test/credit_notes/${id}/pdf`,
    post_payment_amount: amount,
    pre_payment_amount: 0,
    pretax_credit_amounts: [],
    reason: null,
    refunds: [],
    shipping_cost: null,
    status: 'issued',
    subtotal: amount,
    subtotal_excluding_tax: amount,
    total: amount,
    total_excluding_tax: amount,
    total_taxes: [],
    type: 'post_payment',
    voided_at: null,
    ...known,
  };
}
