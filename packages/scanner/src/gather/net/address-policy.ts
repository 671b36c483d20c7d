import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [network: Address, prefix: number];

type AddressVerdict = { allowed: true; openedBy: string | null } | { allowed: false; reason: string };

export interface AddressPolicy {
  judge(address: string): AddressVerdict;
}

/** Global by the registries, yet answered by the machine or the cloud we may run on. */
const HOST_SERVICES: readonly (readonly [cidr: string, what: string])[] = [
  ['168.63.129.16/32', 'Azure host services'],
  // The 6bone, returned to IANA by RFC 3701: nothing there is a public web site.
  ['3ffe::/16', 'retired 6bone'],
];

/** The only IPv6 space IANA has given out for global unicast (RFC 4291 §2.4 as assigned). */
const GLOBAL_UNICAST: Range = ipaddr.parseCIDR('2000::/3');

/**
 * An IPv4 address inside an IPv6 one is dialed by the kernel as IPv4, so that no IPv6 range
 * of the operator may open it: `::/0` must not open `::ffff:127.0.0.1`.
 */
const EMBEDDED_IPV4: readonly Range[] = ['::ffff:0:0/96', '::/96', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16'].map(
  (cidr) => ipaddr.parseCIDR(cidr),
);

const REFUSED_BY_NAME: readonly { range: Range; what: string }[] = HOST_SERVICES.map(([cidr, what]) => ({
  range: ipaddr.parseCIDR(cidr),
  what,
}));

const RANGE_NAMES: Readonly<Record<string, string>> = {
  private: 'private',
  loopback: 'loopback',
  linkLocal: 'link-local',
  uniqueLocal: 'private (unique local)',
  carrierGradeNat: 'carrier-grade NAT',
  multicast: 'multicast',
  broadcast: 'broadcast',
  unspecified: 'unspecified',
  ipv4Mapped: 'IPv4-mapped',
  '6to4': '6to4',
  teredo: 'Teredo',
  rfc6052: 'NAT64',
};

/** A process has one list for all its scans; it is read once. */
const policies = new WeakMap<readonly string[], AddressPolicy>();

/**
 * Default deny: an address is reached only when the registries call it global unicast
 * (RFC 6890 and its successors), or when the operator opened a range that holds it.
 */
export function createAddressPolicy(allowCidrs: readonly string[]): AddressPolicy {
  const known = policies.get(allowCidrs);
  if (known) return known;
  const opened = allowCidrs.map((cidr) => ({ cidr, range: parseRange(cidr) }));
  const policy: AddressPolicy = {
    judge(text) {
      const address = parseAddress(text);
      if (!address) return { allowed: false, reason: 'not an address' };
      const refusal = whyNotGlobal(address);
      if (refusal === null) return { allowed: true, openedBy: null };
      const opener =
        isLoopbackV6(address) || !within(address, EMBEDDED_IPV4)
          ? opened.find(({ range }) => inside(address, range))
          : undefined;
      return opener ? { allowed: true, openedBy: opener.cidr } : { allowed: false, reason: refusal };
    },
  };
  policies.set(allowCidrs, policy);
  return policy;
}

/** Strict: four decimal octets or an IPv6 literal. Zone ids name an interface of ours, so they are no address. */
export function parseAddress(text: string): Address | null {
  // A host name is recognized by its letters: the library would try four patterns on it.
  if (/^[\d.]+$/u.test(text) && ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!text.includes('%') && text.includes(':') && ipaddr.IPv6.isValid(text)) return ipaddr.IPv6.parse(text);
  return null;
}

/** @throws Error naming the range when it is not CIDR notation */
function parseRange(cidr: string): Range {
  if (!ipaddr.IPv4.isValidCIDRFourPartDecimal(cidr) && !ipaddr.IPv6.isValidCIDR(cidr)) {
    throw new Error(`"${cidr}" is not an address range in CIDR notation`);
  }
  return ipaddr.parseCIDR(cidr);
}

function whyNotGlobal(address: Address): string | null {
  const named = REFUSED_BY_NAME.find(({ range }) => inside(address, range));
  if (named) return named.what;
  const range = address.range();
  if (range !== 'unicast') return RANGE_NAMES[range] ?? 'reserved';
  if (address.kind() === 'ipv6' && !inside(address, GLOBAL_UNICAST)) return 'not global unicast';
  return null;
}

function inside(address: Address, [network, prefix]: Range): boolean {
  return address.kind() === network.kind() && address.match(network, prefix);
}

function within(address: Address, ranges: readonly Range[]): boolean {
  return ranges.some((range) => inside(address, range));
}

function isLoopbackV6(address: Address): boolean {
  return address.range() === 'loopback' && address.kind() === 'ipv6';
}
