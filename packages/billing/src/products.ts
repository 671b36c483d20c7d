/** Products and prices. Amounts are in minor units (paise, cents) everywhere. */
export const products = {
  pro: { id: 'pro', name: 'Pro subscription', billing: 'monthly', price: { INR: 49_900, USD: 700 } },
  one_time_scan: { id: 'one_time_scan', name: 'One-time scan', billing: 'once', price: { INR: 9_900, USD: 200 } },
  compliance_report: {
    id: 'compliance_report',
    name: 'Compliance report',
    billing: 'once',
    price: { INR: 24_900, USD: 300 },
  },
} as const satisfies Record<
  string,
  { id: string; name: string; billing: 'once' | 'monthly'; price: Record<Currency, number> }
>;

export type Currency = 'INR' | 'USD';
export type ProductId = keyof typeof products;

export const productIds = Object.keys(products) as [ProductId, ...ProductId[]];

export function isProductId(value: unknown): value is ProductId {
  return typeof value === 'string' && Object.hasOwn(products, value);
}

export function isMonthly(product: string): boolean {
  return isProductId(product) && products[product].billing === 'monthly';
}
