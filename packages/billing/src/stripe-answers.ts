import Stripe from 'stripe';
import { BillingUnavailable } from './errors.ts';

/** Runs an SDK call; every error becomes "unavailable, nothing decided". */
export async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new BillingUnavailable(`Stripe ${reason(error)}: try again later`, { cause: error });
  }
}

/** Like `ask`, but returns null for an object unknown to Stripe. */
export async function askOrNull<T>(call: () => Promise<T>): Promise<T | null> {
  return await ask(async () => {
    try {
      return await call();
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null;
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
