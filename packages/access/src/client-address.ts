import ipaddr from 'ipaddr.js';
import { forwardedAddress } from './forwarded-address.ts';

/**
 * What counts as one caller: an IPv4 address, or the /64 that one IPv6 subscriber gets
 * (RFC 6177). An IPv4-mapped address (::ffff:0:0/96, and RFC 6052's 64:ff9b::/96, where the whole
 * IPv4 internet shares one /64) counts as its IPv4 address. A result counts as itself.
 */
export function callerOf(address: string): string {
  const text = forwardedAddress(address.replace(/\/64$/, ''));
  // Words that proxies write instead of an address (`unknown`, `_hidden`) all count as one caller, not as one each.
  if (!ipaddr.isValid(text)) return 'other';
  const parsed = ipaddr.process(text);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const bytes = parsed.toByteArray();
  if (parsed.range() === 'rfc6052') return bytes.slice(12).join('.');
  const network = [...bytes.slice(0, 8), ...Array<number>(8).fill(0)];
  return `${ipaddr.fromByteArray(network).toString()}/64`;
}
