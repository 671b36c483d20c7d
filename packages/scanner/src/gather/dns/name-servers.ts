import type { DnsEvidence } from '../../evidence/dns.ts';
import type { Burst } from './burst.ts';
import { lookUpHost } from './hosts.ts';
import { recordSet } from './record-set.ts';
import { hostName } from './text.ts';

const MAX_HOSTS = 6;

/** The name servers of a zone and where they are. */
export async function gatherNameServers(burst: Burst, zone: string): Promise<DnsEvidence['ns']> {
  const set = recordSet(zone, 'NS', await burst.ask(zone, 'NS'), hostName);
  const hosts = [...new Set(set.records)].sort();
  const records = await Promise.all(
    hosts.map(async (host, index) => {
      if (index >= MAX_HOSTS) return { host, state: 'unknown' as const, nxdomain: false, addresses: [] };
      const { state, nxdomain, addresses, chain } = await lookUpHost(burst, host);
      const found = { host, state, nxdomain, addresses: addresses.slice(0, 8) };
      return chain.length > 0 ? { ...found, alias: true } : found;
    }),
  );
  return { ...set, records };
}
