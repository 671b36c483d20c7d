import type { WeaknessName } from './weaknesses.ts';

/** Weaknesses that most frameworks treat alike. */
export const FAMILIES = {
  clearText: ['http-no-redirect', 'https-downgrade', 'hsts-missing', 'hsts-short', 'mixed-active', 'mixed-passive'],
  certificate: ['cert-expired', 'cert-name-mismatch', 'cert-untrusted', 'cert-chain', 'cert-revoked', 'cert-lifetime'],
  strength: [
    'cert-weak-key',
    'cert-weak-signature',
    'tls-obsolete',
    'tls-weak-cipher',
    'tls-no-fs',
    'tls-weak-preference',
    'tls-handshake',
    'tls-compression',
  ],
  login: ['form-http', 'password-http'],
  session: ['cookie-no-secure', 'cookie-no-httponly', 'cookie-samesite-absent', 'cookie-broad-domain'],
  sharing: [
    'cors-reflect-credentials',
    'cors-null-credentials',
    'cors-wildcard-credentials',
    'cors-wildcard',
    'cors-reflect-public',
    'cross-domain-open',
  ],
  framing: ['clickjacking', 'xfo-invalid'],
  browser: [
    'csp-missing',
    'csp-unsafe-inline',
    'csp-unsafe-eval',
    'csp-broad-source',
    'csp-no-base-uri',
    'csp-report-only',
    'clickjacking',
    'xfo-invalid',
    'nosniff-missing',
    'base-foreign',
    'sandbox-void',
  ],
  leak: ['referrer-missing', 'referrer-unsafe', 'cache-sensitive', 'token-exposed', 'tracked-before-consent'],
  disclosure: ['server-version', 'debug-mode'],
  thirdParty: ['sri-missing', 'csp-broad-source', 'form-elsewhere', 'policy-broken'],
  outdated: ['js-vulnerable', 'server-outdated'],
  names: ['dnssec-missing', 'dnssec-bogus', 'caa-missing', 'dangling-name', 'dns-fragile'],
  mailIdentity: ['spf-missing', 'spf-permissive', 'dmarc-missing', 'dmarc-none', 'dkim-weak'],
  mailTransport: ['mta-sts-missing', 'mail-clear-text', 'tls-rpt-faulty', 'dane-mismatch'],
  contact: ['securitytxt-missing', 'securitytxt-expired'],
} as const satisfies Readonly<Record<string, readonly WeaknessName[]>>;

const { clearText, certificate, strength, login, session, sharing, framing, browser, disclosure } = FAMILIES;
const { thirdParty, outdated, names, mailIdentity, mailTransport, contact } = FAMILIES;

const isolation = ['coop-missing', 'coep-missing', 'corp-missing', 'permissions-missing', 'blank-noopener'] as const;
const transit = [
  ...clearText,
  ...certificate,
  ...strength,
  ...login,
  'cookie-no-secure',
  'tls-no-13',
  'cert-expiring',
  'chain-disordered',
  'dane-mismatch',
] as const;

/**
 * What a control can be about, as far as a scan sees it. A finding of the subject stands behind the control as background,
 * whatever a framework says of that weakness, so that the row is not shown as clear beside it.
 */
export const SUBJECTS = {
  /** What travels to this host cannot be read or changed on the way. */
  transit,
  /** Which protocols this host speaks; not whose certificate it shows. */
  protocols: [...clearText, ...strength, ...login, 'tls-no-13'],
  authentication: [...transit, ...session, 'token-exposed'],
  /** Who may read or act on what this site answers. */
  access: [
    ...session,
    ...sharing,
    ...framing,
    ...login,
    ...isolation,
    'http-no-redirect',
    'https-downgrade',
    'csp-broad-source',
    'referrer-unsafe',
    'cache-sensitive',
    'token-exposed',
  ],
  /** Code in the page: whose it is, and what it may do. */
  code: [...browser, ...thirdParty, 'blank-noopener', 'mixed-active', 'js-vulnerable', 'cookie-no-httponly'],
  /** How the server is set up, as every visitor is shown. */
  configuration: [
    ...browser,
    ...isolation,
    ...session,
    ...sharing,
    ...framing,
    ...disclosure,
    ...strength,
    ...clearText,
    'referrer-missing',
    'referrer-unsafe',
    'cache-sensitive',
    'cert-expiring',
    'chain-disordered',
    'redirect-loop',
    'policy-broken',
  ],
  framing: [...framing, 'blank-noopener'],
  leak: [
    ...sharing,
    ...login,
    'http-no-redirect',
    'https-downgrade',
    'referrer-missing',
    'referrer-unsafe',
    'cache-sensitive',
    'token-exposed',
  ],
  supply: [...thirdParty, ...outdated, 'base-foreign'],
  patching: outdated,
  disclosure,
  tracking: ['tracked-before-consent'],
  names,
  mailIdentity,
  mailTransport: [...mailTransport, 'dkim-weak'],
  contact,
} as const satisfies Readonly<Record<string, readonly WeaknessName[]>>;
export type Subject = keyof typeof SUBJECTS;
