/**
 * Source of a regular expression for keys that belong on a server: of GitHub, GitLab, Stripe, Hugging Face, OpenAI, Anthropic,
 * Slack, npm, SendGrid, Shopify and DigitalOcean. The page's own code reads it, too.
 */
export const SERVER_KEY = String.raw`(?:gh[opsur]_[A-Za-z0-9]{30,}|github_pat_\w{30,}|glpat-[\w-]{20,}|[sr]k_live_[A-Za-z0-9]{16,}|hf_[A-Za-z0-9]{34}|sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}|sk-(?:proj|ant|svcacct)-[\w-]{20,}|xox[abeprs]-[\w-]{10,}|npm_[A-Za-z0-9]{36}|SG\.[\w-]{16,}\.[\w-]{16,}|shp(?:at|ca|pa|ss)_[0-9a-f]{32}|dop_v1_[0-9a-f]{64})`;

/** Also those that pages use in addresses by design: test keys, ids of signed addresses (AWS), tokens of a bot's own path. */
export const STORED_KEY = String.raw`(?:${SERVER_KEY}|[sr]k_test_[A-Za-z0-9]{16,}|\d{8,10}:AA[\w-]{33}|AKIA[0-9A-Z]{16}|ya29\.[\w-]{20,})`;
