import type { DnsEvidence } from '../../evidence/dns.ts';
import type { Burst } from './burst.ts';
import { lookUpHost } from './hosts.ts';

/** The scanned host and, for a bare domain, its `www` twin: which names are aliases, and whether their targets exist. */
export async function gatherAliases(burst: Burst, host: string, domain: string): Promise<DnsEvidence['aliases']> {
  const names = host === domain ? [host, `www.${domain}`] : [host];
  const found = await Promise.all(
    names.map(async (name) => {
      const { chain, state, nxdomain } = await lookUpHost(burst, name);
      return { name, chain, state, nxdomain };
    }),
  );
  return found.filter((alias) => alias.name === host || alias.chain.length > 0);
}
