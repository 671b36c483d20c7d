import { expect, it } from 'vitest';
import { money, plainAmount } from './money.ts';

/** https://docs.stripe.com/currencies#zero-decimal, ISO 4217. */
it.each([
  [49_900, 'INR', '499.00', '₹499.00'],
  [-700, 'USD', '-7.00', '-$7.00'],
  [700, 'JPY', '700', '¥700'],
  [700, 'jpy', '700', '¥700'],
  [12_345, 'KWD', '12.345', 'KWD 12.345'],
  [500, 'ISK', '5.00', 'kr 5'],
])('%i of %s are %s, or %s', (minor, currency, plain, shown) => {
  expect([plainAmount(minor, currency), money(minor, currency).replaceAll('\u00a0', ' ')]).toEqual([plain, shown]);
});
