import { BillingError, BillingUnavailable } from '@palisade/billing/errors';
import { KeyMissing, KeyRefused, LeaseLost, QuotaExhausted, TokenRefused } from '@palisade/access/errors';
import { databaseUnavailable } from '@palisade/db/database-unavailable';
import type { LightMyRequestResponse } from 'fastify';
import { NetworkFault, ScanCancelled, TargetRefused } from '@palisade/scanner/errors';

/** An error response: everything that the caller may know. */
export interface ErrorAnswer {
  status: number;
  message: string;
  headers?: Readonly<Record<string, string>>;
}

/** Thrown by a route that knows its own error response. */
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

/** The error of an API route, for the page that called it. */
export function errorOf(answer: LightMyRequestResponse): ApiError {
  const { 'retry-after': wait } = answer.headers;
  const headers = wait === undefined ? {} : { 'retry-after': wait };
  return new ApiError(answer.statusCode, answer.json<{ error: string }>().error, headers);
}

/** The queue or database is down, or the queue is too long to answer in time: HTTP 503. */
export class QueueUnavailable extends Error {
  override readonly name = 'QueueUnavailable';
  readonly retryAfterSeconds: number;
  constructor(message: string, retryAfterSeconds = 5, options?: ErrorOptions) {
    super(message, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The only mapping from causes to error responses; `null` is an internal error, without details for the caller. */
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
  if (databaseUnavailable(error)) {
    return {
      status: 503,
      message: 'the service cannot reach its database right now: try again shortly',
      headers: { 'retry-after': '5' },
    };
  }
  // No one reads this response; the status separates closed connections from other errors in metrics and logs.
  if (error instanceof ScanCancelled) return { status: 499, message: error.message };
  return null;
}
