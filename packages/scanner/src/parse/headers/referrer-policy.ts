/** The policies of Referrer Policy §3, except the empty one. */
export const REFERRER_POLICIES = [
  'no-referrer',
  'same-origin',
  'strict-origin',
  'strict-origin-when-cross-origin',
  'origin',
  'origin-when-cross-origin',
  'no-referrer-when-downgrade',
  'unsafe-url',
] as const;
export type ReferrerPolicy = (typeof REFERRER_POLICIES)[number];

/** What browsers use without a valid policy (Referrer Policy §3, "default referrer policy"). */
const DEFAULT_REFERRER_POLICY: ReferrerPolicy = 'strict-origin-when-cross-origin';

/** HTML §4.2.5.1: older names that browsers still accept in `<meta name="referrer">`. */
const LEGACY_META: Readonly<Record<string, ReferrerPolicy>> = {
  __proto__: null as never,
  never: 'no-referrer',
  default: DEFAULT_REFERRER_POLICY,
  always: 'unsafe-url',
  'origin-when-crossorigin': 'origin-when-cross-origin',
};

/**
 * Referrer Policy §8.1: the last known token of all fields counts. Earlier ones are fallbacks for older browsers. Tokens
 * have letters and hyphens only: Chromium ignores the header if one has anything else, such as quotes.
 */
export function parseReferrerPolicy(values: readonly string[]): ReferrerPolicy | null {
  const tokens = tokensOf(values);
  return tokens.some(isMalformed) ? null : (tokens.findLast(isReferrerPolicy) ?? null);
}

/** Whether one value makes browsers ignore policies next to it: `no-referrer, "same-origin"`. */
export function isSpoiled(values: readonly string[]): boolean {
  const tokens = tokensOf(values);
  return tokens.some(isMalformed) && tokens.some(isReferrerPolicy);
}

function tokensOf(values: readonly string[]): string[] {
  return values.flatMap((value) => value.split(',')).map((token) => token.trim().toLowerCase());
}

function isMalformed(token: string): boolean {
  return /[^a-z-]/u.test(token);
}

/** The policy that an owner meant who wrote `"no-referrer"` or `no-referrer; …`, or null. */
export function meantReferrerPolicy(values: readonly string[]): ReferrerPolicy | null {
  const words = values
    .join(',')
    .toLowerCase()
    .split(/[^a-z-]+/u);
  return words.map((word) => LEGACY_META[word] ?? word).findLast(isReferrerPolicy) ?? null;
}

/** The last meta element with a valid value counts. A list is not a valid value there. */
export function parseMetaReferrer(contents: readonly string[]): ReferrerPolicy | null {
  for (const content of contents.toReversed()) {
    const value = content.toLowerCase();
    const policy = LEGACY_META[value] ?? value;
    if (isReferrerPolicy(policy)) return policy;
  }
  return null;
}

function isReferrerPolicy(text: string): text is ReferrerPolicy {
  return (REFERRER_POLICIES as readonly string[]).includes(text);
}
