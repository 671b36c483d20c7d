/**
 * Razorpay's objects as documented and as its API sends them, where its
 * SDK's types differ (`refund_status` is null rather than "null", empty `notes` are an array).
 */
export type Notes = Record<string, string> | [];

export interface RazorpayPayment {
  id: string;
  entity: 'payment';
  amount: number;
  currency: string;
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  order_id: string | null;
  invoice_id: string | null;
  international: boolean;
  method: string;
  amount_refunded: number;
  refund_status: null | 'partial' | 'full';
  captured: boolean;
  description: string | null;
  card_id: string | null;
  bank: string | null;
  wallet: string | null;
  vpa: string | null;
  email: string;
  contact: string;
  notes: Notes;
  fee: number | null;
  tax: number | null;
  error_code: string | null;
  error_description: string | null;
  error_source: string | null;
  error_step: string | null;
  error_reason: string | null;
  acquirer_data: Record<string, string | null>;
  created_at: number;
}

export interface RazorpayOrder {
  id: string;
  entity: 'order';
  amount: number;
  amount_paid: number;
  amount_due: number;
  currency: string;
  receipt: string | null;
  offer_id: string | null;
  status: 'created' | 'attempted' | 'paid';
  attempts: number;
  notes: Notes;
  created_at: number;
}

export interface RazorpayRefund {
  id: string;
  entity: 'refund';
  amount: number;
  currency: string;
  payment_id: string;
  notes: Notes;
  receipt: string | null;
  acquirer_data: { arn: string | null };
  created_at: number;
  batch_id: string | null;
  status: 'pending' | 'processed' | 'failed';
  speed_processed: 'normal' | 'instant';
  speed_requested: 'normal' | 'optimum';
}

export interface RazorpayDispute {
  id: string;
  entity: 'dispute';
  payment_id: string;
  amount: number;
  currency: string;
  amount_deducted: number;
  reason_code: string;
  respond_by: number;
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed';
  phase: 'chargeback' | 'fraud' | 'retrieval' | 'pre_arbitration' | 'arbitration';
  created_at: number;
}

export interface RazorpayPlan {
  id: string;
  entity: 'plan';
  interval: number;
  period: string;
  item: { id: string; active: boolean; name: string; amount: number; currency: string };
  notes: Notes;
  created_at: number;
}

export interface RazorpaySubscription {
  id: string;
  entity: 'subscription';
  plan_id: string;
  customer_id: string | null;
  status:
    'created' | 'authenticated' | 'active' | 'pending' | 'halted' | 'cancelled' | 'completed' | 'expired' | 'paused';
  current_start: number | null;
  current_end: number | null;
  ended_at: number | null;
  quantity: number;
  notes: Notes;
  charge_at: number;
  start_at: number | null;
  end_at: number;
  auth_attempts: number;
  total_count: number;
  paid_count: number;
  customer_notify: boolean;
  created_at: number;
  expire_by: number | null;
  short_url: string;
  has_scheduled_changes: boolean;
  change_scheduled_at: number | null;
  source: string;
  offer_id: string | null;
  remaining_count: number;
}

export interface RazorpayInvoice {
  id: string;
  entity: 'invoice';
  subscription_id: string | null;
  order_id: string | null;
  payment_id: string | null;
  status: 'issued' | 'paid' | 'cancelled' | 'expired';
  amount: number;
  amount_paid: number;
  amount_due: number;
  currency: string;
  billing_start: number | null;
  billing_end: number | null;
  paid_at: number | null;
  issued_at: number | null;
  type: 'invoice';
  /** The provider's page for it. */
  short_url: string;
  created_at: number;
}

export function payment(
  known: Pick<RazorpayPayment, 'id' | 'amount' | 'currency' | 'status' | 'created_at'> & Partial<RazorpayPayment>,
): RazorpayPayment {
  return {
    entity: 'payment',
    order_id: null,
    invoice_id: null,
    international: false,
    method: 'upi',
    amount_refunded: 0,
    refund_status: null,
    captured: known.status === 'captured',
    description: null,
    card_id: null,
    bank: null,
    wallet: null,
    vpa: 'buyer@upi',
    email: 'buyer@example.com',
    contact: '+919000090000',
    notes: [],
    fee: null,
    tax: null,
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
    acquirer_data: { rrn: '112233445566' },
    ...known,
  };
}

export function refundOf(
  paid: RazorpayPayment,
  known: { id: string; amount: number; created_at: number },
): RazorpayRefund {
  return {
    entity: 'refund',
    currency: paid.currency,
    payment_id: paid.id,
    notes: [],
    receipt: null,
    acquirer_data: { arn: null },
    batch_id: null,
    status: 'processed',
    speed_processed: 'normal',
    speed_requested: 'normal',
    ...known,
  };
}
