import type { Config } from './config.ts';

/** `Maple & Sons, 1 High Street, Pune (tax id 27AAPFU0939F1ZV)`, as receipts must name the seller; null if none is set. */
export function sellerLine(config: Pick<Config, 'SELLER_NAME' | 'SELLER_ADDRESS' | 'SELLER_TAX_ID'>): string | null {
  const { SELLER_NAME: name, SELLER_ADDRESS: address, SELLER_TAX_ID: taxId } = config;
  if (name === undefined) return null;
  const place = address === undefined ? '' : `, ${address.replace(/\s*\n\s*/g, ', ')}`;
  return `${name}${place}${taxId === undefined ? '' : ` (tax id ${taxId})`}`;
}
