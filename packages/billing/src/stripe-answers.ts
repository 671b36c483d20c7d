import Stripe from 'stripe';
import { BillingUnavailable } from './errors.ts';

/** Runs a call of the SDK; whatever goes wrong becomes "unavailable, nothing decided". */
export async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new BillingUnavailable(`Stripe ${reason(error)}; nothing was decided, try again later`, { cause: error });
  }
}

/** As `ask`, but an object that Stripe does not know is null. */
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

/** The SDK's auto-pagination, its errors converted as those of single calls are. */
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

/** Of a list request: the most that Stripe gives in one answer. */
export const PAGE = 100;

function reason(error: unknown): string {
  if (error instanceof Stripe.errors.StripeConnectionError) return 'could not be reached';
  if (error instanceof Stripe.errors.StripeAuthenticationError) return 'refused our key';
  if (error instanceof Stripe.errors.StripeRateLimitError) return 'is limiting us';
  if (error instanceof Stripe.errors.StripeError) return `answered ${error.statusCode ?? 'with an error'}`;
  return 'gave an answer that is not its own';
}
