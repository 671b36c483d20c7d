/** What buyers must be told by law: who sells, where, and how to write to them. */
const NEEDED = ['SELLER_NAME', 'SELLER_ADDRESS', 'SELLER_EMAIL'] as const;
/** Keys that take no real money. */
const TEST_KEY = /^(?:[sr]k_test_|rzp_test_)/;
/** `Example Ltd`, `<your address>`, `TODO`, `you@example.com`. */
const PLACEHOLDER =
  /<[^>]*>|\b(?:todo|tbd|changeme|placeholder|lorem|xxx+)\b|\byour (?:name|company|address)\b|\bexample\b/i;

/** Real money is taken in production only under a seller's own name. */
export function sellerFaults(given: Readonly<Record<string, string | undefined>>): string[] {
  const keys = [given['STRIPE_SECRET_KEY'], given['RAZORPAY_KEY_ID']].filter((key) => key !== undefined);
  if (given['NODE_ENV'] !== 'production' || keys.every((key) => TEST_KEY.test(key))) return [];
  return NEEDED.flatMap((name) => {
    const value = given[name];
    if (value === undefined) return [`${name} is required to sell in production: terms, refunds and contact print it`];
    return PLACEHOLDER.test(value) ? [`${name} still holds a placeholder: terms, refunds and contact print it`] : [];
  });
}
