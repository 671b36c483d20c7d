import { expect, it } from 'vitest';
import { money, plainAmount } from './money.ts';

/** https://docs.stripe.com/currencies#zero-decimal, #special-cases. */
it.each([
  [49_900, 'INR', '499.00', '₹499.00'],
  [-700, 'USD', '-7.00', '-$7.00'],
  [700, 'JPY', '700', 'JP¥700'],
  [700, 'jpy', '700', 'JP¥700'],
  [12_345, 'KWD', '12.345', 'KWD 12.345'],
  [500, 'ISK', '5.00', 'ISK 5.00'],
  [1_045, 'HUF', '10.45', 'HUF 10.45'],
  [100_000, 'PKR', '1000.00', 'PKR 1,000.00'],
  [950, 'CAD', '9.50', 'CA$9.50'],
])('%i of %s are %s, or %s', (minor, currency, plain, shown) => {
  expect([plainAmount(minor, currency), money(minor, currency).replaceAll('\u00a0', ' ')]).toEqual([plain, shown]);
});
