/** One class per cause; `statusCode` is what the API answers with. */
export abstract class BillingError extends Error {
  abstract readonly statusCode: number;
  override readonly name = this.constructor.name;
}

/** The provider is not configured, or cannot be reached, or does not answer sensibly. Nothing was decided. */
export class BillingUnavailable extends BillingError {
  readonly statusCode = 503;
}

/** The payment exists but does not pay for this: not succeeded, refunded, another product or amount. */
export class PaymentRequired extends BillingError {
  readonly statusCode = 402;
}

/** The provider knows no payment of this id. */
export class PaymentNotFound extends BillingError {
  readonly statusCode = 404;
}

/** The payment belongs to another e-mail address. */
export class PaymentBoundElsewhere extends BillingError {
  readonly statusCode = 403;
}

/** A webhook whose signature does not match its raw body, or which is no event at all. */
export class BadWebhook extends BillingError {
  readonly statusCode = 400;
}

/** What the caller sent cannot be meant, e.g. a payment id that walks the provider's paths. */
export class BadBillingRequest extends BillingError {
  readonly statusCode = 400;
}

/** The account has no such subscription, or its provider has no page for it. */
export class NoSuchSubscription extends BillingError {
  readonly statusCode = 404;
}
