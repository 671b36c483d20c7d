import ipaddr from 'ipaddr.js';
import { getPublicSuffix } from 'tldts';

/**
 * Whether a name of the subject alternative name extension covers a host (RFC 9525 §6.3): letter by letter,
 * or "*" as the whole first label, which stands for exactly one label.
 */
export function dnsNameCovers(pattern: string, host: string): boolean {
  const wanted = host.toLowerCase().replace(/\.$/u, '');
  // Absolute names do not belong there (RFC 5280 §4.2.1.6): Firefox and OpenSSL take none with a dot at its end.
  const given = pattern.toLowerCase();
  if (!given.includes('*')) return given === wanted;
  const rest = given.slice(1);
  // No browser takes "*.com": there must be two labels behind the star.
  if (!given.startsWith('*.') || rest.includes('*') || !rest.slice(1).includes('.')) return false;
  // Nor "*.co.uk": a wildcard directly below a registry would cover other owners' names (Chrome; RFC 9525 §6.3 leaves it open).
  if (getPublicSuffix(rest.slice(1), { allowPrivateDomains: false }) === rest.slice(1)) return false;
  const dot = wanted.indexOf('.');
  return dot > 0 && wanted.slice(dot) === rest;
}

/** The name or address of a certificate that covers the host; undefined when none does. */
export function coveringName(
  names: { readonly dns_names: readonly string[]; readonly ip_addresses: readonly string[] },
  host: string,
): string | undefined {
  return isAddress(host)
    ? names.ip_addresses.find((address) => sameAddress(address, host))
    : names.dns_names.find((name) => dnsNameCovers(name, host));
}

/**
 * Whether two texts are the same IP address; false when either is none. Clients compare octets (RFC 9525 §6.5): an IPv4 address
 * written as one of IPv6 (`::ffff:192.0.2.1`) is another.
 */
export function sameAddress(one: string, other: string): boolean {
  if (!ipaddr.isValid(one) || !ipaddr.isValid(other)) return false;
  return ipaddr.parse(one).toNormalizedString() === ipaddr.parse(other).toNormalizedString();
}

export function isAddress(host: string): boolean {
  return /^[\d.]+$|:/u.test(host) && ipaddr.isValid(host);
}
