import { BillingError, BillingUnavailable } from '@palisade/billing/errors';
import { KeyMissing, KeyRefused, LeaseLost, QuotaExhausted, TokenRefused } from '@palisade/access/errors';
import { databaseAway } from '@palisade/db/database-away';
import { NetworkFault, ScanCancelled, TargetRefused } from '@palisade/scanner/errors';

/** An answer that is an error, with everything the caller may know. */
export interface ErrorAnswer {
  status: number;
  message: string;
  headers?: Readonly<Record<string, string>>;
}

/** Thrown by a route that knows its own answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** The queue or database is down, or too deep to answer in time: HTTP 503. */
export class QueueUnavailable extends Error {
  override readonly name = 'QueueUnavailable';
  readonly retryAfterSeconds: number;
  constructor(message: string, retryAfterSeconds = 5, options?: ErrorOptions) {
    super(message, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The one table from causes to answers; `null` is a fault of ours, of which the caller learns nothing. */
export function answerFor(error: unknown): ErrorAnswer | null {
  if (error instanceof ApiError) return { status: error.status, message: error.message, headers: error.headers };
  if (error instanceof TargetRefused) return { status: 400, message: error.message };
  if (error instanceof KeyMissing) return { status: 401, message: error.message };
  if (error instanceof KeyRefused) return { status: 403, message: error.message };
  if (error instanceof TokenRefused) return { status: error.reason === 'unpaid' ? 402 : 403, message: error.message };
  if (error instanceof QuotaExhausted) {
    return { status: 429, message: error.message, headers: { 'retry-after': String(error.retryAfterSeconds) } };
  }
  if (error instanceof BillingUnavailable) {
    return { status: 503, message: error.message, headers: { 'retry-after': '30' } };
  }
  if (error instanceof BillingError) return { status: error.statusCode, message: error.message };
  if (error instanceof NetworkFault) return { status: 502, message: error.message };
  if (error instanceof QueueUnavailable || error instanceof LeaseLost) {
    return { status: 503, message: error.message, headers: { 'retry-after': String(error.retryAfterSeconds) } };
  }
  if (databaseAway(error)) {
    return {
      status: 503,
      message: 'the service cannot reach its database right now: try again shortly',
      headers: { 'retry-after': '5' },
    };
  }
  // No one reads this answer; the status keeps hang-ups apart in metrics and logs.
  if (error instanceof ScanCancelled) return { status: 499, message: error.message };
  return null;
}
