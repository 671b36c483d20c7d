import type { Config } from '@palisade/config/config';
import type { BillingConfig, RazorpayConfig, StripeConfig } from './billing-config.ts';

/** The payment providers configured in the environment; an unset one is disabled. */
export function billingConfigFrom(config: Config, publicBaseUrl: () => string): BillingConfig {
  return { publicBaseUrl, stripe: stripeFrom(config), razorpay: razorpayFrom(config) };
}

function stripeFrom(config: Config): StripeConfig | undefined {
  if (!config.STRIPE_SECRET_KEY) return undefined;
  return {
    secretKey: config.STRIPE_SECRET_KEY.reveal(),
    webhookSecret: config.STRIPE_WEBHOOK_SECRET?.reveal(),
    apiBaseUrl: config.STRIPE_API_BASE_URL,
    automaticTax: config.STRIPE_AUTOMATIC_TAX,
  };
}

function razorpayFrom(config: Config): RazorpayConfig | undefined {
  if (!config.RAZORPAY_KEY_ID || !config.RAZORPAY_KEY_SECRET) return undefined;
  return {
    keyId: config.RAZORPAY_KEY_ID,
    keySecret: config.RAZORPAY_KEY_SECRET.reveal(),
    webhookSecret: config.RAZORPAY_WEBHOOK_SECRET?.reveal(),
    apiBaseUrl: config.RAZORPAY_API_BASE_URL,
  };
}
