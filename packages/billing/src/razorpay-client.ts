/**
 * A wrapper around the Razorpay SDK, which has no timeout, throws a TypeError when the network
 * fails and plain objects when the API rejects, inserts ids into paths unescaped, and has
 * incorrect types. So: a deadline on every call, errors converted, ids checked, responses parsed.
 */
import Razorpay from 'razorpay';
import { z } from 'zod';
import { PROVIDER_TIMEOUT_MS, type RazorpayConfig } from './billing-config.ts';
import { BadBillingRequest, BillingUnavailable } from './errors.ts';
import { listOf } from './razorpay-answers.ts';

/** Razorpay's maximum per response; the default is ten. */
const PAGE = 100;

export interface RazorpayOptions {
  timeoutMs?: number;
  /** axios' term for what sends a request: replaces sockets in tests. */
  adapter?: (request: unknown) => Promise<unknown>;
}

export class RazorpayClient {
  readonly sdk: Razorpay;
  readonly #timeoutMs: number;

  constructor(config: RazorpayConfig, options: RazorpayOptions = {}) {
    const timeoutMs = options.timeoutMs ?? PROVIDER_TIMEOUT_MS;
    this.#timeoutMs = timeoutMs;
    this.sdk = new Razorpay({ key_id: config.keyId, key_secret: config.keySecret });
    // `rq` is the SDK's axios instance; the constructor has no option for these settings.
    const { defaults } = (this.sdk.api as unknown as { rq: { defaults: Record<string, unknown> } }).rq;
    if (config.apiBaseUrl !== undefined) defaults['baseURL'] = config.apiBaseUrl.replace(/\/$/, '');
    if (options.adapter) defaults['adapter'] = options.adapter;
    Object.assign(defaults, { timeout: timeoutMs, maxRedirects: 0, proxy: false, maxContentLength: 5_000_000 });
  }

  /** The parsed response. Throws BillingUnavailable for everything else, RazorpayRefusal included. */
  async ask<T>(schema: z.ZodType<T>, call: () => Promise<unknown>): Promise<T> {
    try {
      return await this.attempt(schema, call);
    } catch (error) {
      if (!(error instanceof RazorpayRefusal)) throw error;
      throw new BillingUnavailable(`Razorpay refused: ${error.message}`, { cause: error });
    }
  }

  /** Every item of a list, over all pages. */
  async *pages<T>(
    item: z.ZodType<T>,
    list: (page: { count: number; skip: number }) => Promise<unknown>,
  ): AsyncIterable<T> {
    for (let skip = 0; ; skip += PAGE) {
      const items = await this.ask(listOf(item), () => list({ count: PAGE, skip }));
      yield* items;
      if (items.length < PAGE) return;
    }
  }

  /** Like `ask`, but returns null for an object unknown to Razorpay. */
  async askOrNull<T>(schema: z.ZodType<T>, call: () => Promise<unknown>): Promise<T | null> {
    try {
      return await this.attempt(schema, call);
    } catch (error) {
      if (!(error instanceof RazorpayRefusal)) throw error;
      if (error.unknownObject) return null;
      throw new BillingUnavailable(`Razorpay refused: ${error.message}`, { cause: error });
    }
  }

  /** Throws RazorpayRefusal when the API rejected, BillingUnavailable when its response was invalid. */
  async attempt<T>(schema: z.ZodType<T>, call: () => Promise<unknown>): Promise<T> {
    const answer = await this.#withDeadline(call).catch((error: unknown) => {
      throw converted(error);
    });
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new BillingUnavailable(`Razorpay returned an unknown response (${where || 'no object'})`);
  }

  /** axios limits inactivity, not the whole exchange: a response that trickles in would block us forever. */
  async #withDeadline(call: () => Promise<unknown>): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new BillingUnavailable('Razorpay did not answer in time')), this.#timeoutMs);
    });
    try {
      return await Promise.race([call(), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

export class RazorpayRefusal extends Error {
  override readonly name = 'RazorpayRefusal';
  readonly statusCode: number;
  constructor(statusCode: number, description: string) {
    super(description);
    this.statusCode = statusCode;
  }
  /** Razorpay responds with 400 for an unknown id. */
  get unknownObject(): boolean {
    return this.statusCode === 404 || /does not exist|not a valid id|no db records found/i.test(this.message);
  }
}

const refusal = z.object({ statusCode: z.number(), error: z.object({ description: z.string() }).optional() });

function converted(error: unknown): Error {
  if (error instanceof BillingUnavailable) return error;
  const parsed = refusal.safeParse(error);
  if (!parsed.success) return new BillingUnavailable('Razorpay could not be reached', { cause: error });
  const { statusCode, error: details } = parsed.data;
  if (statusCode === 401) return new BillingUnavailable('Razorpay rejected our key');
  if (statusCode >= 500 || statusCode === 429 || (details === undefined && statusCode !== 404)) {
    return new BillingUnavailable(`Razorpay answered ${statusCode}`);
  }
  return new RazorpayRefusal(statusCode, details?.description ?? 'not found');
}

type IdPrefix = 'pay' | 'order' | 'sub' | 'inv' | 'disp';

export function idPattern(prefix: IdPrefix): RegExp {
  return new RegExp(`^${prefix}_[A-Za-z0-9_-]{1,60}$`);
}

/** `pay_` and letters: anything else could traverse the provider's paths with our credentials. */
export function checkedId(prefix: IdPrefix, id: string): string {
  if (idPattern(prefix).test(id)) return id;
  throw new BadBillingRequest(`not an id of the form ${prefix}_…`);
}
