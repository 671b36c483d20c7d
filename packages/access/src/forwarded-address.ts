import ipaddr from 'ipaddr.js';

/** RFC 7239 §6: a port is digits, or a made-up name that begins with an underscore. */
const PORT = String.raw`(?::(?:\d{0,5}|_[\w.-]+))?`;
const BRACKETED = new RegExp(String.raw`^\[([^\]]*)\]${PORT}$`);
/** Also IPv4 written as IPv6, whose port needs no brackets to be told apart. */
const IPV4 = new RegExp(String.raw`^((?:::ffff:)?\d{1,3}(?:\.\d{1,3}){3})${PORT}$`, 'i');
/** All eight groups and a port, without brackets. */
const ALL_GROUPS = /^((?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}):\d{1,5}$/i;

/**
 * The address in one entry of X-Forwarded-For, without what proxies add around it: a port
 * (`203.0.113.4:1000`, `[2001:db8::1]:443`), brackets, quotes, a zone (`fe80::1%eth0`), zeros (`203.000.113.004`).
 */
export function forwardedAddress(entry: string): string {
  const text = entry.trim().replace(/^"(.*)"$/, '$1');
  const bare = BRACKETED.exec(text)?.[1] ?? text;
  const address = bare.split('%', 1)[0] ?? bare;
  // Leading zeros are padding here, although `ipaddr.js` would read the number as octal: another caller's address.
  const ipv4 = IPV4.exec(address)?.[1]?.replaceAll(/(^|[.:])0+(?=\d)/g, '$1');
  if (ipv4 !== undefined) return ipv4;
  return ipaddr.isValid(address) ? address : (ALL_GROUPS.exec(address)?.[1] ?? address);
}
