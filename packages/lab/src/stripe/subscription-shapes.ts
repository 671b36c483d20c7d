import type Stripe from 'stripe';

export interface Cycle {
  start: number;
  end: number;
}

interface Sold {
  amount: number;
  currency: string;
  created: number;
}

function price(id: string, sold: Sold): Stripe.Price {
  return {
    id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: sold.created,
    currency: sold.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: `prod_${id}`,
    recurring: { interval: 'month', interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: sold.amount,
    unit_amount_decimal: null,
  };
}

function plan(id: string, sold: Sold): Stripe.Plan {
  return {
    id,
    object: 'plan',
    active: true,
    amount: sold.amount,
    amount_decimal: null,
    billing_scheme: 'per_unit',
    created: sold.created,
    currency: sold.currency,
    interval: 'month',
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: `prod_${id}`,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

type Subscription = Stripe.Subscription;

export function subscription(
  known: { id: string; customer: string; metadata: Record<string, string>; cycle: Cycle } & Sold,
): Subscription {
  const { cycle, amount, ...rest } = known;
  return {
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: cycle.start,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: null,
    collection_method: 'charge_automatically',
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      has_more: false,
      url: `/v1/subscription_items?subscription=${known.id}`,
      data: [
        {
          id: `si_${known.id}`,
          object: 'subscription_item',
          billing_thresholds: null,
          created: known.created,
          current_period_end: cycle.end,
          current_period_start: cycle.start,
          current_trial: null,
          discounts: [],
          metadata: {},
          plan: plan(`price_${known.id}`, known),
          price: price(`price_${known.id}`, { ...known, amount }),
          quantity: 1,
          subscription: known.id,
          tax_rates: [],
        },
      ],
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: known.created,
    status: 'active',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
    ...rest,
  };
}
