import type { Db, Tx } from '@palisade/db/client';
import type { BillingConfig } from './billing-config.ts';
import { BillingUnavailable } from './errors.ts';
import type { PaymentProvider, ProviderName } from './provider.ts';
import { RazorpayProvider } from './razorpay-provider.ts';
import { StripeProvider } from './stripe-provider.ts';

export type BillingTemplate =
  | 'one_time_token'
  | 'compliance_token'
  | 'api_key'
  | 'renewal_failed'
  | 'receipt'
  | 'key_rotated'
  | 'compliance_report';

export interface BillingMail {
  /** One message is sent for it, however often it is requested. */
  dedupeKey: string;
  to: string;
  template: BillingTemplate;
  payload: Record<string, string>;
  /** A compliance report whose PDF is attached. */
  reportId?: string;
}

export type EnqueueMail = (tx: Tx, mail: BillingMail) => Promise<unknown>;

export type Providers = Partial<Record<ProviderName, PaymentProvider>>;

/** Built once when the process starts. */
export interface BillingDeps {
  db: Db;
  providers: Providers;
  /** Keys the derivation of tokens and keys. */
  appSecret: string;
  publicBaseUrl: () => string;
  enqueueMail: EnqueueMail;
  /** See `withinPatience`. */
  patienceMs?: number;
  now?: () => Date;
}

/** Only configured providers are present. */
export function providersOf(config: BillingConfig, options: { timeoutMs?: number; retries?: number } = {}): Providers {
  const { stripe, razorpay, publicBaseUrl } = config;
  return {
    ...(stripe ? { stripe: new StripeProvider(stripe, { publicBaseUrl, ...options }) } : {}),
    ...(razorpay ? { razorpay: new RazorpayProvider(razorpay, options) } : {}),
  };
}

export function providerOf(deps: Pick<BillingDeps, 'providers'>, name: ProviderName): PaymentProvider {
  const provider = deps.providers[name];
  if (!provider) throw new BillingUnavailable(`payments by ${name} are not configured on this server`);
  return provider;
}

export function clock(deps: BillingDeps): Date {
  return deps.now?.() ?? new Date();
}

/** Without a trailing slash. */
export function linkBase(deps: Pick<BillingDeps, 'publicBaseUrl'>): string {
  return deps.publicBaseUrl().replace(/\/+$/, '');
}
