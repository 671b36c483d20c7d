import type { FastifyInstance } from 'fastify';
import type { Config } from '@palisade/config/config';
import { accountPageRoutes } from '../routes/account-pages.ts';
import { checkoutPageRoutes } from '../routes/checkout-pages.ts';
import { checkoutRoutes, type PaymentRouteDeps } from '../routes/checkout.ts';
import { complianceFormRoutes } from '../routes/compliance-form.ts';
import { complianceLogoRoutes } from '../routes/compliance-logo.ts';
import { compliancePayRoutes } from '../routes/compliance-pay.ts';
import { shopPageRoutes } from '../routes/shop-pages.ts';
import { verifyOneTimeRoutes } from '../routes/verify-one-time.ts';
import { sellerFrom } from './seller.ts';

export interface ShopDeps extends PaymentRouteDeps {
  config: Config;
  https: boolean;
  publicBaseUrl: () => string;
  /** The email address if none is configured for the seller. */
  contact: string;
}

/** Everything about purchases, as an API and as pages. */
export async function shopRoutes(app: FastifyInstance, deps: ShopDeps): Promise<void> {
  const { billing, checkUrl, takeCheckout, config, https, publicBaseUrl } = deps;
  const payments = { billing, checkUrl, takeCheckout };
  await app.register(checkoutRoutes, payments);
  await app.register(compliancePayRoutes, payments);
  await app.register(complianceLogoRoutes, billing);
  await app.register(verifyOneTimeRoutes, payments);
  const seller = sellerFrom(config, deps.contact);
  const freeScansPerDay = config.FREE_SCANS_PER_DAY;
  await app.register(shopPageRoutes, { billing, freeScansPerDay, seller });
  const pages = {
    ...payments,
    freeScansPerDay,
    https,
    publicBaseUrl,
    serviceName: config.SERVICE_NAME,
    razorpayKey: config.RAZORPAY_KEY_ID ?? '',
    razorpayBaseUrl: config.RAZORPAY_API_BASE_URL ?? 'https://api.razorpay.com',
  };
  await app.register(checkoutPageRoutes, pages);
  await app.register(complianceFormRoutes, pages);
  await app.register(accountPageRoutes, { db: billing.db, billing, seller });
}
