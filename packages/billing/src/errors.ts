/** One class per cause; `statusCode` is the API's response status. */
export abstract class BillingError extends Error {
  abstract readonly statusCode: number;
  override readonly name = this.constructor.name;
}

/** The provider is not configured, cannot be reached, or returns an invalid response. Nothing was decided. */
export class BillingUnavailable extends BillingError {
  readonly statusCode = 503;
}

/** The payment exists but does not pay for this: not succeeded, refunded, another product or amount. */
export class PaymentRequired extends BillingError {
  readonly statusCode = 402;
}

/** The provider has no payment with this id. */
export class PaymentNotFound extends BillingError {
  readonly statusCode = 404;
}

/** The payment belongs to another email address. */
export class PaymentBoundElsewhere extends BillingError {
  readonly statusCode = 403;
}

/** A webhook whose signature does not match its raw body, or which is not an event. */
export class BadWebhook extends BillingError {
  readonly statusCode = 400;
}

/** Invalid input, for example a payment id that would traverse the provider's paths. */
export class BadBillingRequest extends BillingError {
  readonly statusCode = 400;
}

/** The account has no such subscription, or its provider has no page for it. */
export class NoSuchSubscription extends BillingError {
  readonly statusCode = 404;
}
