/**
 * Outcomes that cost no points and yet found something that no reader may take for "no issue": by check. What is opt-in
 * on the web, as isolation of origins is, is not among them.
 */
const REMARKED: Readonly<Record<string, readonly string[]>> = {
  'browser/exposed-tokens': ['storage', 'key', 'address'],
  'browser/forms-elsewhere': ['elsewhere', 'secret', 'clear'],
  'browser/mixed-content': ['upgraded', 'blocked', 'loaded'],
  'browser/policy-violations': ['broken'],
  'browser/script-integrity': ['unpinned', 'missing'],
  'browser/session-cookies': ['readable'],
  'browser/trackers': ['tracked'],
  'cookies/accepted': ['refused', 'refused_by_some'],
  'cookies/http-only': ['unsure', 'by_script'],
  'cookies/lifetime': ['observed'],
  'cookies/prefix': ['no_secure', 'no_http_only'],
  'cookies/same-site': ['cross_site', 'default'],
  'cors/preflight': ['star'],
  'cors/reading': ['star'],
  'dns/bimi': ['faulty', 'not_enforced'],
  'dns/caa': ['elsewhere'],
  'dns/dangling-cname': ['apex', 'dead_end'],
  'dns/dkim': ['none', 'revoked', 'ageing_key', 'testing', 'reports_only', 'unfinished'],
  'dns/dmarc': ['unheard'],
  'dns/ipv6': ['unreachable'],
  'dns/mail-dane': ['unsigned', 'unsigned_mx'],
  'dns/mail-encryption': ['unverified', 'partly'],
  'dns/mta-sts': ['absent', 'off', 'testing'],
  'dns/mx': ['partly'],
  'dns/name-servers': ['aliases', 'one_network'],
  'dns/spf': ['ignored_terms'],
  'dns/tlsa': ['unsigned'],
  'headers/cache-control': ['kept_privately'],
  'headers/clear-site-data': ['partly'],
  'headers/content-security-policy': ['ignored_parts'],
  'headers/content-security-policy-report-only': ['unheard'],
  'headers/public-key-pins': ['obsolete'],
  'headers/x-xss-protection': ['on'],
  'page_analysis/base-element': ['counted'],
  'page_analysis/frames': ['third_party'],
  'page_analysis/ignored-meta-policy': ['headers', 'ignored'],
  'page_analysis/insecure-form': ['in_url'],
  'page_analysis/subresource-integrity': ['changing'],
  'page_analysis/vulnerable-library': ['guessed', 'partly'],
  'redirects/hsts-on-redirects': ['foreign'],
  'redirects/chain': ['to_error'],
  'security_txt/expires': ['soon'],
  'security_txt/format': ['remarks'],
  'security_txt/published': ['root'],
  'server_fingerprint/development-server': ['listing'],
  'server_fingerprint/end-of-life': ['perhaps_distribution', 'partly'],
  'server_fingerprint/version-disclosure': ['proxy'],
  'tls/other-addresses': ['partly'],
  'tls/several-servers': ['differ'],
};

/** A good check with an observation that is worth showing. */
export function isRemark({ id, outcome, status }: { id: string; outcome: string; status: string }): boolean {
  return status === 'good' && (REMARKED[id]?.includes(outcome) ?? false);
}

/** Every check and outcome of the table. */
export function remarkedOutcomes(): [check: string, outcome: string][] {
  return Object.entries(REMARKED).flatMap(([check, outcomes]) => outcomes.map((one): [string, string] => [check, one]));
}
