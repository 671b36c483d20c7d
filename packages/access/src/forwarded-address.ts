import ipaddr from 'ipaddr.js';

/**
 * The address in one entry of X-Forwarded-For, without what proxies add around it: a port
 * (`203.0.113.4:1000`, `[2001:db8::1]:443`), brackets, quotes, a zone (`fe80::1%eth0`).
 */
export function forwardedAddress(entry: string): string {
  const text = entry.trim().replace(/^"(.*)"$/, '$1');
  const bracketed = /^\[([^\]]*)\](?::\d{0,5})?$/.exec(text);
  const bare = bracketed?.[1] ?? /^(\d{1,3}(?:\.\d{1,3}){3}):\d{0,5}$/.exec(text)?.[1] ?? text;
  const address = bare.split('%', 1)[0] ?? bare;
  if (ipaddr.isValid(address)) return address;
  // All eight groups and a port, without brackets.
  const ported = /^((?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}):\d{1,5}$/i.exec(address)?.[1];
  return ported ?? address;
}
