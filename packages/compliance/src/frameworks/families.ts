import type { Reference, Use } from '../framework.ts';
import type { Condition } from '../condition.ts';
import { CONDITIONS } from '../condition.ts';
import type { WeaknessName } from '../weaknesses.ts';

/** Weaknesses that most frameworks treat alike. */
const FAMILIES = {
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

type Family = keyof typeof FAMILIES;

interface Rule {
  control: string;
  families: readonly Family[];
  /** Supporting unless said. */
  use?: Use;
  when?: Condition;
  basis: string;
}

/** Turns "this control is concerned by these families" into "this weakness concerns these controls". */
export function byFamily(rules: readonly Rule[]): Partial<Record<WeaknessName, Reference[]>> {
  const map: Partial<Record<WeaknessName, Reference[]>> = {};
  for (const { control, families, use = 'supporting', when, basis } of rules) {
    const ground = when === undefined ? basis : `${basis}, if ${CONDITIONS[when]}`;
    for (const name of new Set<WeaknessName>(families.flatMap((family) => FAMILIES[family])))
      (map[name] ??= []).push({ control, use, basis: ground, ...(when === undefined ? {} : { when }) });
  }
  return map;
}
