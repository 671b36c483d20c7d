export interface StripeConfig {
  secretKey: string;
  /** One secret, or several separated by spaces while one is being replaced. */
  webhookSecret?: string | undefined;
  apiBaseUrl?: string | undefined;
  /** Stripe calculates and collects the tax, and asks companies for their tax id. */
  automaticTax?: boolean | undefined;
}

export interface RazorpayConfig {
  keyId: string;
  keySecret: string;
  webhookSecret?: string | undefined;
  apiBaseUrl?: string | undefined;
}

export interface BillingConfig {
  stripe?: StripeConfig | undefined;
  razorpay?: RazorpayConfig | undefined;
  /** Where payers return to, and the base of links in emails. Evaluated on demand: the port may be random. */
  publicBaseUrl: () => string;
}

/** Timeout for one response of a provider, and how often a safe call is retried. */
export const PROVIDER_TIMEOUT_MS = 5_000;
export const PROVIDER_RETRIES = 1;

export function webhookSecrets(setting: string | undefined): string[] {
  return (setting ?? '').split(/\s+/).filter((secret) => secret !== '');
}
