import { intersection, minus, network, size, union, type AddressSet } from './address-set.ts';

export interface Addresses {
  ip4: AddressSet;
  ip6: AddressSet;
}

const ip4 = (first: number, second: number, prefix: number): AddressSet =>
  network((BigInt(first) << 24n) | (BigInt(second) << 16n), prefix, 32);

/** Not routed on the internet (IANA IPv4 Special-Purpose Address Registry, RFC 6890). */
const SPECIAL_IP4 = [
  ip4(0, 0, 8),
  ip4(10, 0, 8),
  ip4(100, 64, 10),
  ip4(127, 0, 8),
  ip4(169, 254, 16),
  ip4(172, 16, 12),
  ip4(192, 168, 16),
  ip4(198, 18, 15),
].reduce(union);

/** Unicast IPv4, and the part of IPv6 from which addresses are allocated (RFC 4291 §2.4). */
const PUBLIC_IP4: AddressSet = minus([[0n, 0xdfffffffn]], SPECIAL_IP4);
const PUBLIC_IP6: AddressSet = network(0x2n << 124n, 3, 128);

/** Every address that a sender can have. */
export const EVERYTHING: Addresses = { ip4: PUBLIC_IP4, ip6: PUBLIC_IP6 };

/** From this share on, a record covers practically all addresses. */
export const NEARLY_ALL = 0.9;

function shareOf(set: AddressSet, all: AddressSet): number {
  return Number((size(intersection(set, all)) * 1_000_000n) / size(all)) / 1_000_000;
}

export function largerShare(set: Addresses): number {
  return Math.max(shareOf(set.ip4, PUBLIC_IP4), shareOf(set.ip6, PUBLIC_IP6));
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} % of all addresses`;
}
