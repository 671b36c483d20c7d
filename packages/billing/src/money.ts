/**
 * Currencies whose amounts providers do not count in hundredths. The digits that `Intl` knows are those of prices in daily
 * life: none for forints and Pakistani rupees, which providers count in hundredths, too.
 * https://docs.stripe.com/currencies#zero-decimal (UGX and ISK: its special cases), #three-decimal
 */
const WHOLE = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const IN_THOUSANDTHS = new Set('BHD JOD KWD OMR TND'.split(' '));

/** How many digits of an amount are minor units: 2 of dollars and rupees, none of yen, 3 of dinars. */
function minorDigits(currency: string): number {
  const code = currency.toUpperCase();
  return WHOLE.has(code) ? 0 : IN_THOUSANDTHS.has(code) ? 3 : 2;
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

/** `₹499.00`. Dollars of other countries are named: `CA$9.50`. */
export function money(minor: number, currency: string): string {
  const digits = minorDigits(currency);
  return new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(minor / 10 ** digits);
}
