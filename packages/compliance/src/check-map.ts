import type { ResultStatus } from './result.ts';
import type { Weakness } from './weakness.ts';
import { WEAKNESSES, type WeaknessName } from './weaknesses.ts';

/** One weakness for all outcomes, or another one for some statuses: a weak CSP is not a missing one. */
type Mapped = WeaknessName | ({ default: WeaknessName } & Partial<Record<ResultStatus, WeaknessName>>);

const CHECKS: Readonly<Record<string, Mapped>> = {
  'headers/content-security-policy': { default: 'csp-missing', weak: 'csp-broad-source', warn: 'csp-unsafe-inline' },
  'headers/content-security-policy-report-only': 'csp-report-only',
  'headers/strict-transport-security': { default: 'hsts-missing', weak: 'hsts-short', warn: 'hsts-short' },
  'headers/x-frame-options': { default: 'clickjacking', weak: 'xfo-invalid', bad: 'xfo-invalid' },
  'headers/x-content-type-options': 'nosniff-missing',
  'headers/referrer-policy': { default: 'referrer-missing', weak: 'referrer-unsafe', bad: 'referrer-unsafe' },
  'headers/permissions-policy': 'permissions-missing',
  'headers/feature-policy': 'informational',
  'headers/cache-control': 'cache-sensitive',
  'headers/access-control-allow-origin': { default: 'cors-wildcard', bad: 'cors-reflect-credentials' },
  'headers/x-xss-protection': 'informational',
  'headers/expect-ct': 'informational',
  'headers/public-key-pins': 'informational',

  'redirects/http-to-https': 'http-no-redirect',
  'redirects/stays-encrypted': 'https-downgrade',
  'redirects/chain': 'redirect-loop',

  'tls/https-available': 'http-no-redirect',
  'tls/certificate-trust': 'cert-untrusted',
  'tls/certificate-name': 'cert-name-mismatch',
  'tls/certificate-validity': { default: 'cert-expired', weak: 'cert-expiring' },
  'tls/intermediate-validity': 'cert-expired',
  'tls/certificate-purpose': 'cert-untrusted',
  'tls/certificate-key': 'cert-weak-key',
  'tls/certificate-signature': 'cert-weak-signature',
  'tls/certificate-lifetime': 'cert-expiring',
  'tls/certificate-transparency': 'cert-untrusted',
  'tls/ocsp-stapling': 'cert-revoked',
  'tls/chain-order': 'cert-chain',
  'tls/second-certificate': 'cert-untrusted',
  'tls/dane': 'cert-untrusted',
  'tls/modern-versions': { default: 'tls-no-13', missing: 'tls-obsolete' },
  'tls/legacy-versions': 'tls-obsolete',
  'tls/ssl-versions': 'tls-obsolete',
  'tls/broken-ciphers': 'tls-weak-cipher',
  'tls/rc4-des': 'tls-weak-cipher',
  'tls/triple-des': 'tls-weak-cipher',
  'tls/forward-secrecy': 'tls-no-fs',
  'tls/aead': 'tls-no-fs',
  'tls/cipher-preference': 'tls-no-fs',
  'tls/key-exchange': 'cert-weak-key',
  'tls/post-quantum': 'tls-no-13',
  'tls/secure-renegotiation': 'tls-handshake',
  'tls/extended-master-secret': 'tls-handshake',
  'tls/compression': 'tls-compression',
  'tls/alpn': 'informational',

  'dns/dnssec': { default: 'dnssec-missing', bad: 'dnssec-bogus' },
  'dns/caa': 'caa-missing',
  'dns/dangling-cname': 'dangling-name',
  'dns/name-servers': 'dangling-name',
  'dns/spf': { default: 'spf-missing', weak: 'spf-permissive', bad: 'spf-permissive' },
  'dns/dmarc': { default: 'dmarc-missing', weak: 'dmarc-none' },
  'dns/dkim': 'dmarc-missing',
  'dns/mx': 'dangling-name',
  'dns/mta-sts': 'mta-sts-missing',
  'dns/tls-rpt': 'mta-sts-missing',
  'dns/bimi': 'informational',
  'dns/tlsa': 'dnssec-missing',
  'dns/https-record': 'informational',
  'dns/ipv6': 'informational',

  'cookies/secure': 'cookie-no-secure',
  'cookies/http-only': 'cookie-no-httponly',
  'cookies/same-site': { default: 'cookie-samesite-absent', weak: 'cookie-samesite-none' },
  'cookies/prefix': 'cookie-broad-domain',
  'cookies/accepted': 'cookie-broad-domain',
  'cookies/lifetime': 'cookie-broad-domain',

  'cross_origin/opener-policy': 'coop-missing',
  'cross_origin/embedder-policy': 'coep-missing',
  'cross_origin/resource-policy': 'corp-missing',
  'cross_origin/isolation': 'coep-missing',
  'cross_origin/integrity-policy': 'sri-missing',
  'cross_origin/cross-domain-policies': 'cors-wildcard-credentials',

  'security_txt/published': 'securitytxt-missing',
  'security_txt/contact': 'securitytxt-expired',
  'security_txt/expires': 'securitytxt-expired',
  'security_txt/format': 'securitytxt-expired',

  'cors/reading': { default: 'cors-wildcard', bad: 'cors-reflect-credentials', weak: 'cors-null-credentials' },
  'cors/preflight': { default: 'cors-wildcard', bad: 'cors-reflect-credentials', weak: 'cors-null-credentials' },

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
  'page_analysis/frames': 'third-party-scripts',
  'page_analysis/window-opener': 'blank-noopener',
  'page_analysis/external-dependencies': 'third-party-scripts',
  'page_analysis/inline-code': 'csp-unsafe-inline',
  'page_analysis/ignored-meta-policy': 'csp-missing',
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

export function isMapped(checkId: string): boolean {
  return Object.hasOwn(CHECKS, checkId);
}

/** Null only for an id of an unknown section. */
export function weaknessOf(checkId: string, status: ResultStatus): Weakness | null {
  const mapped = Object.hasOwn(CHECKS, checkId) ? CHECKS[checkId] : undefined;
  const name =
    mapped === undefined
      ? SECTION_FALLBACK.get(checkId.split('/', 1)[0] ?? '')
      : typeof mapped === 'string'
        ? mapped
        : (mapped[status] ?? mapped.default);
  return name === undefined ? null : WEAKNESSES[name];
}

/** Every row a check can point at, whatever its status: a clean check speaks for all of them. */
export function weaknessesOf(checkId: string): Weakness[] {
  const mapped = Object.hasOwn(CHECKS, checkId) ? CHECKS[checkId] : undefined;
  if (mapped === undefined || typeof mapped === 'string') {
    const only = weaknessOf(checkId, 'good');
    return only === null ? [] : [only];
  }
  return [...new Set(Object.values(mapped))].map((name) => WEAKNESSES[name]);
}

export const MAPPED_CHECKS: readonly string[] = Object.keys(CHECKS);
