/** What the law requires buyers to be shown: who sells, where, and how to contact them. A tax id only if there is one. */
const FIELDS = ['SELLER_NAME', 'SELLER_ADDRESS', 'SELLER_EMAIL', 'SELLER_TAX_ID'] as const;
/** Keys that accept no real payments. */
const TEST_KEY = /^(?:[sr]k_test_|rzp_test_)/;
/** `Example Ltd`, `<your address>`, `{{name}}`, `$SELLER_NAME`, `TODO`, `you@yourdomain.com`, `desk@shop.test`. */
const PLACEHOLDER = new RegExp(
  [
    String.raw`<[^>]*>|\[[^\]]*\]|\{[^}]*\}|\$\w+|%\w+%`,
    String.raw`\b(?:todo|tb[acd]|fixme|change[ _-]?me|placeholder|lorem|xxx+)\b|\b(?:insert|fill(?:ed)?|put) (?:in\b|\w+ here\b)`,
    String.raw`\byour[ _-]?(?:name|company|business|shop|address|street|city|domain|e?mail|tax)`,
    String.raw`\bexample\b|@domain\.|\.(?:test|invalid|localhost)$`,
  ].join('|'),
  'i',
);
/** Consists only of field names: `Street, City`, `Company name`. */
const LABELS =
  /^(?:(?:company|business|seller|legal|full|first|last|name|address|street|road|city|town|state|country|zip|post|postal|code|pin|e?mail|phone|gstin|vat|gst|tax|id|number|ltd|inc|none|null|nil|na|n\/a|undefined|unknown|pending|default|test|foo|bar|and|or|the|of|our|my)(?:[\s,;:.-]+|$))+$/i;

function isPlaceholder(name: string, value: string): boolean {
  const text = value.trim();
  if (PLACEHOLDER.test(text) || LABELS.test(text)) return true;
  if (name === 'SELLER_TAX_ID') return !/\d/.test(text) || new Set(text.replace(/\W/g, '')).size < 4;
  return (text.match(/\p{L}/gu) ?? []).length < 2;
}

/** Real payments are accepted in production only with a real seller name. */
export function sellerFaults(given: Readonly<Record<string, string | undefined>>): string[] {
  const keys = [given['STRIPE_SECRET_KEY'], given['RAZORPAY_KEY_ID']].filter((key) => key !== undefined);
  if (given['NODE_ENV'] !== 'production' || keys.every((key) => TEST_KEY.test(key))) return [];
  return FIELDS.flatMap((name) => {
    const value = given[name];
    if (value === undefined && name === 'SELLER_TAX_ID') return [];
    if (value === undefined)
      return [`${name} is required for selling in production: terms, refunds and contact pages show it`];
    return isPlaceholder(name, value)
      ? [`${name} still contains a placeholder: terms, refunds, contact or receipts print it`]
      : [];
  });
}
