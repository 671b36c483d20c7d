import { getServers } from 'node:dns';
import { isIP } from 'node:net';

export interface DnsServer {
  address: string;
  port: number;
}

/** The configured servers, or the system's (`/etc/resolv.conf`) when none are configured. */
export function dnsServers(configured: readonly string[]): DnsServer[] {
  return (configured.length > 0 ? configured : getServers()).map(parseServer);
}

/** `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1`, `[2001:db8::1]:5353`. @throws Error naming the entry */
export function parseServer(text: string): DnsServer {
  const bracketed = /^\[(?<address>[^\]]+)\](?::(?<port>\d{1,5}))?$/u.exec(text)?.groups;
  const plain =
    bracketed ?? (isIP(text) ? { address: text } : /^(?<address>[^:]+):(?<port>\d{1,5})$/u.exec(text)?.groups);
  const address = plain?.['address'] ?? '';
  const port = Number(plain?.['port'] ?? 53);
  if (!isIP(address) || port < 1 || port > 65_535) throw new Error(`"${text}" is not the address of a DNS server`);
  return { address, port };
}
