import type { ResultStatus } from './result.ts';
import type { WeaknessName } from './weaknesses.ts';

/**
 * One weakness for all outcomes, or another one for some statuses: a weak CSP is not a missing one.
 * `observes`: a check that only takes note and can find no issue, so it never speaks for a control.
 */
type Mapped =
  WeaknessName | ({ default: WeaknessName } & Partial<Record<ResultStatus, WeaknessName>>) | { observes: WeaknessName };

const CHECKS: Readonly<Record<string, Mapped>> = {
  'headers/content-security-policy': { default: 'csp-missing', weak: 'csp-broad-source', warn: 'csp-unsafe-inline' },
  'headers/content-security-policy-report-only': { observes: 'csp-report-only' },
  'headers/strict-transport-security': { default: 'hsts-missing', weak: 'hsts-short', warn: 'hsts-short' },
  'headers/x-frame-options': { default: 'clickjacking', weak: 'xfo-invalid', bad: 'xfo-invalid' },
  'headers/x-content-type-options': 'nosniff-missing',
  'headers/referrer-policy': { default: 'referrer-missing', weak: 'referrer-unsafe', bad: 'referrer-unsafe' },
  'headers/permissions-policy': 'permissions-missing',
  'headers/feature-policy': { observes: 'informational' },
  'headers/cache-control': 'cache-sensitive',
  'headers/access-control-allow-origin': 'cors-wildcard',
  'headers/x-xss-protection': { observes: 'informational' },
  'headers/clear-site-data': 'cache-sensitive',
  'headers/expect-ct': { observes: 'informational' },
  'headers/public-key-pins': { observes: 'informational' },

  'redirects/http-to-https': 'http-no-redirect',
  'redirects/stays-encrypted': 'https-downgrade',
  'redirects/hsts-on-redirects': 'hsts-missing',
  'redirects/chain': 'redirect-loop',

  'tls/https-available': 'http-no-redirect',
  'tls/certificate-trust': { default: 'cert-untrusted', weak: 'cert-chain' },
  'tls/certificate-name': 'cert-name-mismatch',
  'tls/certificate-validity': { default: 'cert-expired', weak: 'cert-expiring' },
  'tls/intermediate-validity': 'cert-expired',
  'tls/certificate-purpose': 'cert-untrusted',
  'tls/certificate-key': 'cert-weak-key',
  'tls/certificate-signature': 'cert-weak-signature',
  'tls/certificate-lifetime': 'cert-lifetime',
  'tls/certificate-transparency': 'cert-untrusted',
  'tls/ocsp-stapling': 'cert-revoked',
  'tls/chain-order': 'chain-disordered',
  'tls/second-certificate': 'cert-untrusted',
  'tls/dane': 'dane-mismatch',
  'tls/modern-versions': { default: 'tls-no-13', missing: 'tls-obsolete' },
  'tls/legacy-versions': 'tls-obsolete',
  'tls/ssl-versions': 'tls-obsolete',
  'tls/broken-ciphers': 'tls-weak-cipher',
  'tls/rc4-des': 'tls-weak-cipher',
  'tls/triple-des': 'tls-weak-cipher',
  'tls/forward-secrecy': 'tls-no-fs',
  'tls/aead': 'tls-no-fs',
  'tls/cipher-preference': 'tls-weak-preference',
  'tls/key-exchange': 'cert-weak-key',
  'tls/post-quantum': 'informational',
  'tls/secure-renegotiation': 'tls-handshake',
  'tls/extended-master-secret': 'tls-handshake',
  'tls/compression': 'tls-compression',
  'tls/alpn': { observes: 'informational' },

  'dns/dnssec': { default: 'dnssec-missing', bad: 'dnssec-bogus' },
  'dns/caa': 'caa-missing',
  'dns/dangling-cname': 'dangling-name',
  'dns/name-servers': { default: 'dangling-name', weak: 'dns-fragile' },
  'dns/spf': { default: 'spf-missing', weak: 'spf-permissive', bad: 'spf-permissive' },
  'dns/dmarc': { default: 'dmarc-missing', weak: 'dmarc-none' },
  'dns/dkim': { observes: 'dmarc-missing' },
  'dns/mx': { default: 'dangling-name', weak: 'dns-fragile' },
  'dns/mta-sts': 'mta-sts-missing',
  'dns/tls-rpt': 'tls-rpt-faulty',
  'dns/bimi': { observes: 'informational' },
  'dns/tlsa': 'informational',
  'dns/https-record': 'informational',
  'dns/ipv6': { observes: 'informational' },
  'dns/addresses': { observes: 'informational' },

  'cookies/secure': 'cookie-no-secure',
  'cookies/http-only': 'cookie-no-httponly',
  'cookies/same-site': { default: 'cookie-samesite-absent', weak: 'cookie-samesite-none' },
  'cookies/prefix': 'cookie-broad-domain',
  'cookies/accepted': 'cookie-broad-domain',
  'cookies/lifetime': { observes: 'informational' },

  'cross_origin/opener-policy': 'coop-missing',
  'cross_origin/embedder-policy': 'coep-missing',
  'cross_origin/resource-policy': 'corp-missing',
  'cross_origin/isolation': 'coep-missing',
  'cross_origin/origin-agent-cluster': 'coop-missing',
  'cross_origin/integrity-policy': 'sri-missing',
  'cross_origin/cross-domain-policies': 'cross-domain-open',

  'security_txt/published': 'securitytxt-missing',
  'security_txt/contact': 'securitytxt-expired',
  'security_txt/expires': 'securitytxt-expired',
  'security_txt/format': 'securitytxt-expired',

  'cors/reading': { default: 'cors-reflect-public', bad: 'cors-reflect-credentials' },
  'cors/preflight': { default: 'cors-reflect-public', bad: 'cors-reflect-credentials' },

  'server_fingerprint/version-disclosure': 'server-version',
  'server_fingerprint/end-of-life': 'server-outdated',
  'server_fingerprint/development-server': 'debug-mode',

  'page_analysis/active-mixed-content': 'mixed-active',
  'page_analysis/passive-mixed-content': 'mixed-passive',
  'page_analysis/insecure-form': 'form-http',
  'page_analysis/password-over-http': 'password-http',
  'page_analysis/vulnerable-library': 'js-vulnerable',
  'page_analysis/subresource-integrity': 'sri-missing',
  'page_analysis/base-element': 'base-foreign',
  'page_analysis/frames': 'sandbox-void',
  'page_analysis/window-opener': 'blank-noopener',
  'page_analysis/external-dependencies': { observes: 'third-party-scripts' },
  'page_analysis/inline-code': { observes: 'csp-unsafe-inline' },
  'page_analysis/ignored-meta-policy': { observes: 'csp-missing' },
};

/** For a check this table has not caught up with: the mildest, broadest row of its section. */
const SECTION_FALLBACK: ReadonlyMap<string, WeaknessName> = new Map([
  ['headers', 'nosniff-missing'],
  ['redirects', 'http-no-redirect'],
  ['tls', 'tls-no-fs'],
  ['dns', 'caa-missing'],
  ['cookies', 'cookie-broad-domain'],
  ['cross_origin', 'coop-missing'],
  ['security_txt', 'securitytxt-missing'],
  ['cors', 'cors-wildcard'],
  ['server_fingerprint', 'server-version'],
  ['page_analysis', 'third-party-scripts'],
]);

/** The weakness of a check's outcome that names none itself, by its status. */
export function weaknessOfStatus(checkId: string, status: ResultStatus): WeaknessName | null {
  const mapped = Object.hasOwn(CHECKS, checkId) ? CHECKS[checkId] : undefined;
  if (mapped === undefined) return SECTION_FALLBACK.get(checkId.split('/', 1)[0] ?? '') ?? null;
  if (typeof mapped === 'string') return mapped;
  return 'observes' in mapped ? mapped.observes : (mapped[status] ?? mapped.default);
}

/** Every weakness a check can find; empty for a check that only observes. */
export function weaknessesOf(checkId: string): WeaknessName[] {
  const mapped = Object.hasOwn(CHECKS, checkId) ? CHECKS[checkId] : undefined;
  if (mapped === undefined) return [];
  if (typeof mapped === 'string') return [mapped];
  return 'observes' in mapped ? [] : [...new Set(Object.values(mapped))];
}
