import Stripe from 'stripe';
import { BadBillingRequest, BillingUnavailable } from './errors.ts';

/**
 * Runs an SDK call; every error becomes "unavailable, nothing decided".
 * @throws BadBillingRequest if Stripe does not accept the buyer's email address
 */
export async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isRefusal(error)) {
      if (error.code === 'email_invalid') throw new BadBillingRequest('Stripe does not accept this email address');
      throw new BillingUnavailable(`Stripe refused: ${error.message}`, { cause: error });
    }
    throw new BillingUnavailable(`Stripe ${reason(error)}: try again later`, { cause: error });
  }
}

function isRefusal(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/** Like `ask`, but returns null for an object unknown to Stripe, or deleted there. */
export async function askOrNull<T>(call: () => Promise<T>): Promise<T | null> {
  return await ask(async () => {
    try {
      return await call();
    } catch (error) {
      // 400 if a parameter names the object.
      if (isRefusal(error) && (error.statusCode === 404 || error.code === 'resource_missing')) return null;
      throw error;
    }
  });
}

/** Throws the error unless it says that the payment was refunded before: on Stripe's own pages, or more than a day ago. */
export function unlessRefunded(error: unknown): void {
  const { code } = error instanceof Stripe.errors.StripeError ? error : {};
  if (code !== 'charge_already_refunded') throw error;
}

/** The SDK's auto-pagination, with errors converted as for single calls. */
export async function* pages<T>(list: AsyncIterable<T>): AsyncIterable<T> {
  const iterator = list[Symbol.asyncIterator]();
  for (;;) {
    const next = await ask(() => iterator.next());
    if (next.done) return;
    yield next.value;
  }
}

export async function everyOne<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of pages(list)) all.push(one);
  return all;
}

/** Stripe's maximum per list response. */
export const PAGE = 100;

function reason(error: unknown): string {
  if (error instanceof Stripe.errors.StripeConnectionError) return 'could not be reached';
  if (error instanceof Stripe.errors.StripeAuthenticationError) return 'rejected our key';
  if (error instanceof Stripe.errors.StripeRateLimitError) return 'rate-limited us';
  if (error instanceof Stripe.errors.StripeError) return `answered ${error.statusCode ?? 'with an error'}`;
  return 'returned an unknown response';
}
