/**
 * Complete objects as Stripe sends them. The return types come from Stripe's SDK, which generates
 * them from Stripe's OpenAPI description, so that a missing or misspelled field does not compile.
 */
import type Stripe from 'stripe';

type Session = Stripe.Checkout.Session;

export function checkoutSession(
  known: Pick<Session, 'id' | 'mode' | 'created' | 'metadata' | 'currency'> & Partial<Session>,
): Session {
  return {
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: known.amount_total ?? null,
    amount_total: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: null,
    client_reference_id: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: null,
    customer_account: null,
    customer_creation: known.mode === 'payment' ? 'if_required' : null,
    customer_details: null,
    customer_email: null,
    discounts: [],
    expires_at: known.created + 86_400,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: known.mode === 'payment' ? 'if_required' : 'always',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: null,
    wallet_options: null,
    ...known,
  };
}

type PaymentIntent = Stripe.PaymentIntent;

export function paymentIntent(
  known: Pick<PaymentIntent, 'id' | 'amount' | 'currency' | 'created' | 'metadata' | 'status'> & Partial<PaymentIntent>,
): PaymentIntent {
  return {
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_received: known.status === 'succeeded' ? known.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: null,
    confirmation_method: 'automatic',
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
    ...known,
  };
}

type Charge = Stripe.Charge;

export function charge(
  known: Pick<Charge, 'id' | 'amount' | 'currency' | 'created' | 'payment_intent' | 'metadata'> & Partial<Charge>,
): Charge {
  return {
    object: 'charge',
    amount_captured: known.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    customer: null,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_method: null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
    ...known,
  };
}

type Refund = Stripe.Refund;

export function refund(
  known: Pick<Refund, 'id' | 'amount' | 'currency' | 'created' | 'payment_intent' | 'charge' | 'status'>,
): Refund {
  return {
    object: 'refund',
    balance_transaction: null,
    customer: null,
    customer_account: null,
    metadata: {},
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
    ...known,
  };
}

type PortalSession = Stripe.BillingPortal.Session;

export function portalSession(
  known: Pick<PortalSession, 'id' | 'customer' | 'return_url' | 'created' | 'url'>,
): PortalSession {
  return {
    object: 'billing_portal.session',
    configuration: 'bpc_lab',
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    ...known,
  };
}
