/** The parts of Razorpay's responses that billing reads. */
import { z } from 'zod';

/** `[]` when empty. */
const notes = z
  .union([z.record(z.string(), z.coerce.string()), z.array(z.unknown()).transform(() => ({}))])
  .nullish()
  .transform((value): Record<string, string> => value ?? {});

const amount = z.coerce.number().int();

export const paymentAnswer = z.object({
  id: z.string(),
  entity: z.literal('payment').optional(),
  amount,
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  captured: z.boolean().nullish(),
  order_id: z.string().nullish(),
  invoice_id: z.string().nullish(),
  amount_refunded: amount.nullish().transform((value) => value ?? 0),
  refund_status: z.string().nullish(),
  notes,
  created_at: z.number().nullish(),
});
export type PaymentAnswer = z.infer<typeof paymentAnswer>;

export const orderAnswer = z.object({
  id: z.string(),
  entity: z.literal('order').optional(),
  amount,
  currency: z.string(),
  receipt: z.string().nullish(),
  notes,
});

export const refundAnswer = z.object({
  id: z.string(),
  payment_id: z.string().nullish(),
  amount,
  status: z.string(),
  created_at: z.number().nullish(),
});

export const disputeAnswer = z.object({
  id: z.string(),
  payment_id: z.string(),
  status: z.string(),
  amount,
  phase: z.string().nullish(),
  created_at: z.number().nullish(),
});

export const subscriptionAnswer = z.object({
  id: z.string(),
  entity: z.literal('subscription').optional(),
  status: z.string(),
  current_end: z.number().nullish(),
  ended_at: z.number().nullish(),
  created_at: z.number().nullish(),
  customer_id: z.string().nullish(),
  short_url: z.string().nullish(),
  notes,
});

export type SubscriptionAnswer = z.infer<typeof subscriptionAnswer>;

export const invoiceAnswer = z.object({
  id: z.string(),
  subscription_id: z.string().nullish(),
  payment_id: z.string().nullish(),
  status: z.string(),
  billing_end: z.number().nullish(),
  amount_paid: amount.nullish(),
  currency: z.string().nullish(),
  paid_at: z.number().nullish(),
  short_url: z.string().nullish(),
});

export type InvoiceAnswer = z.infer<typeof invoiceAnswer>;

export const planAnswer = z.object({
  id: z.string(),
  period: z.string(),
  interval: z.coerce.number(),
  item: z.object({ name: z.string(), amount, currency: z.string() }),
});

export type PlanAnswer = z.infer<typeof planAnswer>;

export function listOf<T>(item: z.ZodType<T>): z.ZodType<T[]> {
  return z.object({ items: z.array(item) }).transform((list) => list.items);
}
