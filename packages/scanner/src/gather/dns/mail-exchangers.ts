import type { DnsEvidence } from '../../evidence/dns.ts';
import type { Burst } from './burst.ts';
import { createAddressPolicy } from '../net/address-policy.ts';
import { address, lookUpHost } from './hosts.ts';
import { recordSet } from './record-set.ts';
import { hostName } from './text.ts';

const MAX_HOSTS = 8;

const MAX_ADDRESSES = 8;

/**
 * The MX records, and whether each target exists and can be reached from the internet.
 * @param site addresses of the scanned host
 */
export async function gatherMailExchangers(
  burst: Burst,
  domain: string,
  site: Promise<readonly string[]>,
): Promise<DnsEvidence['mx']> {
  const set = recordSet(domain, 'MX', await burst.ask(domain, 'MX', { dnssec: true }), (data) => {
    const { preference, exchange } = data as { preference?: number; exchange: unknown };
    return { preference: preference ?? 0, exchange: hostName(exchange) };
  });
  const sorted = set.records.sort((a, b) => a.preference - b.preference || (a.exchange < b.exchange ? -1 : 1));
  const records = await Promise.all(
    sorted.map(async (record, index) => {
      if (record.exchange === '.' || index >= MAX_HOSTS) {
        return { ...record, state: 'unknown' as const, nxdomain: false, alias: false };
      }
      const { state, nxdomain, chain, addresses } = await lookUpHost(burst, record.exchange);
      const target = chain.at(-1);
      const found = {
        ...record,
        state,
        nxdomain,
        alias: chain.length > 0,
        ...(target === undefined ? {} : { target }),
      };
      const internal = internalRanges(await site);
      if (!arePrivate(addresses, internal)) return { ...found, addresses: addresses.slice(0, MAX_ADDRESSES) };
      // Without a public IPv4 address, an IPv6 address decides.
      const v6 = recordSet(record.exchange, 'AAAA', await burst.ask(record.exchange, 'AAAA'), address);
      const all = [...new Set([...addresses, ...v6.records])];
      const isPrivate = v6.state !== 'unknown' && arePrivate(all, internal);
      return { ...found, addresses: all.slice(0, MAX_ADDRESSES), private: isPrivate };
    }),
  );
  return { ...set, records };
}

/** Addresses that mean another machine, or none, to every sender. Other reserved ranges may be routed one day. */
const NOT_ON_THE_INTERNET: ReadonlySet<string> = new Set([
  'private',
  'loopback',
  'link-local',
  'private (unique local)',
  'carrier-grade NAT',
  'unspecified',
]);

const PUBLIC_ONLY = createAddressPolicy([]);

/** The range of an address that senders on the internet cannot reach. Null for all others. */
function privateRange(one: string): string | null {
  const verdict = PUBLIC_ONLY.judge(one);
  return !verdict.allowed && NOT_ON_THE_INTERNET.has(verdict.reason) ? verdict.reason : null;
}

/** The ranges of an internal site, whose mail servers may be internal too. */
function internalRanges(site: readonly string[]): ReadonlySet<string | null> {
  return new Set(site.map(privateRange));
}

function arePrivate(addresses: readonly string[], internal: ReadonlySet<string | null>): boolean {
  const ranges = addresses.map(privateRange);
  return ranges.length > 0 && ranges.every((range) => range !== null && !internal.has(range));
}
