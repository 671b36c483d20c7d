import type { DnsEvidence } from '../../evidence/dns.ts';
import type { Burst } from './burst.ts';
import { lookUpHost } from './hosts.ts';
import { recordSet } from './record-set.ts';
import { hostName } from './text.ts';

const MAX_HOSTS = 8;

/** The MX records and whether each target exists. */
export async function gatherMailExchangers(burst: Burst, domain: string): Promise<DnsEvidence['mx']> {
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
      const { state, nxdomain, chain } = await lookUpHost(burst, record.exchange);
      return { ...record, state, nxdomain, alias: chain.length > 0 };
    }),
  );
  return { ...set, records };
}
