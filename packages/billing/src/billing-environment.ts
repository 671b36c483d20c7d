import type { Config } from '@palisade/config/config';
import type { BillingConfig } from './billing-config.ts';

/** What the environment says about payments; a provider without its keys is off. */
export function billingConfigFrom(config: Config, publicBaseUrl: () => string): BillingConfig {
  const { STRIPE_SECRET_KEY, RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET } = config;
  return {
    publicBaseUrl,
    ...(STRIPE_SECRET_KEY
      ? {
          stripe: {
            secretKey: STRIPE_SECRET_KEY.reveal(),
            webhookSecret: config.STRIPE_WEBHOOK_SECRET?.reveal(),
            apiBaseUrl: config.STRIPE_API_BASE_URL,
          },
        }
      : {}),
    ...(RAZORPAY_KEY_ID && RAZORPAY_KEY_SECRET
      ? {
          razorpay: {
            keyId: RAZORPAY_KEY_ID,
            keySecret: RAZORPAY_KEY_SECRET.reveal(),
            webhookSecret: config.RAZORPAY_WEBHOOK_SECRET?.reveal(),
            apiBaseUrl: config.RAZORPAY_API_BASE_URL,
          },
        }
      : {}),
  };
}
