/** Both payment providers of the lab, sending their webhooks to a running Palisade. */
import type { LabEvent, PaymentFake } from './payment-fake.ts';
import { FakeRazorpay } from './razorpay/fake-razorpay.ts';
import { FakeStripe } from './stripe/fake-stripe.ts';

export interface PaymentLabs {
  stripe: FakeStripe;
  razorpay: FakeRazorpay;
  /** The variables that connect Palisade's payments to this lab. */
  env: Record<string, string>;
  close(): Promise<void>;
}

export async function startPaymentLabs(options: {
  /** Where Palisade listens, evaluated for each event: its port may be random. */
  palisade: () => string;
  /** `localhost`: browsers then treat the providers' pages as another site than 127.0.0.1. */
  hostName?: string;
  stripePort?: number;
  razorpayPort?: number;
  onDelivery?: (provider: string, event: LabEvent, outcome: string) => void;
}): Promise<PaymentLabs> {
  const stripe = await new FakeStripe().listen(options.stripePort);
  const razorpay = await new FakeRazorpay().listen(options.razorpayPort);
  const connect = (name: string, fake: PaymentFake) => {
    if (options.hostName !== undefined) fake.hostName = options.hostName;
    fake.onEvent = (event) => {
      const url = new URL(`/api/webhooks/${name}`, options.palisade()).href;
      void deliver(fake, event, url).then((outcome) => options.onDelivery?.(name, event, outcome));
    };
  };
  connect('stripe', stripe);
  connect('razorpay', razorpay);
  return {
    stripe,
    razorpay,
    env: {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE_URL: stripe.url,
      RAZORPAY_KEY_ID: razorpay.keyId,
      RAZORPAY_KEY_SECRET: razorpay.keySecret,
      RAZORPAY_WEBHOOK_SECRET: razorpay.webhookSecret,
      RAZORPAY_API_BASE_URL: razorpay.url,
    },
    async close() {
      await Promise.all([stripe.close(), razorpay.close()]);
    },
  };
}

/** Retries for a while, as providers do. */
async function deliver(fake: PaymentFake, event: LabEvent, url: string): Promise<string> {
  let outcome = '';
  for (const waitMs of [0, 500, 2_000, 5_000]) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    try {
      const status = await fake.deliver(event, url);
      if (status < 300) return 'received';
      outcome = `answered with ${status}`;
    } catch (error) {
      outcome = (error as Error).message;
    }
  }
  return `given up: ${outcome}`;
}
