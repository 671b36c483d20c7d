import type { Config } from '@palisade/config/config';

/** The seller, as the pages for terms, privacy, refunds and contact name them. */
export interface Seller {
  name: string;
  address: string | null;
  email: string | null;
  taxId: string | null;
}

/** @param contact the email address if none is configured */
export function sellerFrom(config: Config, contact: string): Seller {
  return {
    name: config.SELLER_NAME ?? `the operator of ${config.SERVICE_NAME}`,
    address: config.SELLER_ADDRESS ?? null,
    email: config.SELLER_EMAIL ?? contact,
    taxId: config.SELLER_TAX_ID ?? null,
  };
}
