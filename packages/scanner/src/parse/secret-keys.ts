/**
 * Keys that belong on a server: of GitHub, GitLab, Stripe, Hugging Face, OpenAI, Anthropic, Slack, npm, SendGrid, Shopify
 * and DigitalOcean. How each begins, and the rest.
 */
const SERVER_KEYS = [
  ['gh[opsur]_', '[A-Za-z0-9]{30,}'],
  ['github_pat_', String.raw`\w{30,}`],
  ['glpat-', String.raw`[\w-]{20,}`],
  ['[sr]k_live_', '[A-Za-z0-9]{16,}'],
  ['hf_', '[A-Za-z0-9]{34}'],
  ['sk-', String.raw`(?:[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}|(?:proj|ant|svcacct)-[\w-]{20,})`],
  ['xox[abeprs]-', String.raw`[\w-]{10,}`],
  ['npm_', '[A-Za-z0-9]{36}'],
  [String.raw`SG\.`, String.raw`[\w-]{16,}\.[\w-]{16,}`],
  ['shp(?:at|ca|pa|ss)_', '[0-9a-f]{32}'],
  ['dop_v1_', '[0-9a-f]{64}'],
] as const;

/** Keys that pages use in addresses by design: test keys, ids of signed addresses (AWS), tokens of a bot's own path. */
const OTHER_KEYS = [
  ['[sr]k_test_', '[A-Za-z0-9]{16,}'],
  [String.raw`\d{8,10}:AA`, String.raw`[\w-]{33}`],
  ['AKIA', '[A-Z0-9]{16}'],
  [String.raw`ya29\.`, String.raw`[\w-]{20,}`],
] as const;

/** Sources of regular expressions. The page's own code reads them, too. */
export const SERVER_KEY = anyOf(SERVER_KEYS.map((key) => key.join('')));
export const STORED_KEY = anyOf([SERVER_KEY, ...OTHER_KEYS.map((key) => key.join(''))]);
/** A quick test for text that may contain one. */
export const SERVER_KEY_START = anyOf(SERVER_KEYS.map(([start]) => start));
export const STORED_KEY_START = anyOf([SERVER_KEY_START, ...OTHER_KEYS.map(([start]) => start)]);

function anyOf(alternatives: readonly string[]): string {
  return `(?:${alternatives.join('|')})`;
}
