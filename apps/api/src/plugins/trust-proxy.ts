import { forwardedAddress } from '@palisade/access/forwarded-address';
import ipaddr from 'ipaddr.js';

/**
 * Fastify's `trustProxy` as a function of the peer's address. Only a list of ranges is supported:
 * `true` would trust any client's X-Forwarded-For, and with a number Fastify 5 trusts no proxy.
 */
export function trustProxy(ranges: readonly string[] | undefined): false | ((address: string) => boolean) {
  if (!ranges || ranges.length === 0) return false;
  const parsed = ranges.map((range) => ipaddr.parseCIDR(range));
  return (entry) => {
    const address = forwardedAddress(entry);
    if (!ipaddr.isValid(address)) return false;
    const peer = ipaddr.process(address);
    return parsed.some(([network, prefix]) => peer.kind() === network.kind() && peer.match(network, prefix));
  };
}
