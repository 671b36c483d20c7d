import { getDomain } from 'tldts';

/** DNS and browsers have names with hyphens at the ends of labels (`-shop.example.com`), which RFC 952 forbids. */
const ANY_LABELS = { validateHostname: false } as const;

/**
 * The domain that one owner controls: below a registry's suffix (`co.uk`), or below one that a company lends names of
 * (`uk.com`, `github.io`), as browsers draw the line. Such a suffix itself belongs to its company. Null for addresses.
 */
export function registrableDomain(host: string): string | null {
  return getDomain(host, { ...ANY_LABELS, allowPrivateDomains: true }) ?? getDomain(host, ANY_LABELS);
}

/** The suffix of which a company lends names, if the domain is one of these names: `github.io` for `acme.github.io`. */
export function lendingSuffix(domain: string): string | null {
  return domain === getDomain(domain, ANY_LABELS) ? null : domain.slice(domain.indexOf('.') + 1);
}
