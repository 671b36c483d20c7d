/**
 * Stripe counts these in hundredths although they have no smaller unit.
 * https://docs.stripe.com/currencies#special-cases
 */
const IN_HUNDREDTHS: ReadonlySet<string> = new Set(['ISK', 'UGX']);

/** How many digits of an amount are minor units: 2 of dollars and rupees, none of yen, 3 of dinars. */
function minorDigits(currency: string): number {
  if (!/^[A-Za-z]{3}$/u.test(currency) || IN_HUNDREDTHS.has(currency.toUpperCase())) return 2;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** `499.00`, without a symbol. */
export function plainAmount(minor: number, currency: string): string {
  const digits = minorDigits(currency);
  return (minor / 10 ** digits).toFixed(digits);
}

/** `499.00 INR`, as operators read it; `nothing` where no amount is known. */
export function codedAmount(minor: number | null, currency: string | null, nothing: string): string {
  return minor === null ? nothing : `${plainAmount(minor, currency ?? '')} ${currency ?? ''}`;
}

/** `₹499.00`. */
export function money(minor: number, currency: string): string {
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    minor / 10 ** minorDigits(currency),
  );
}
