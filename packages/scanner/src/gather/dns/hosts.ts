import type { RecordState } from '../../evidence/dns-records.ts';
import type { Burst } from './burst.ts';
import { aliasChain, recordSet } from './record-set.ts';

export interface HostState {
  /** Whether the name has an address. */
  state: RecordState;
  nxdomain: boolean;
  addresses: string[];
  chain: string[];
}

export const address = (data: unknown): string | null => (typeof data === 'string' ? data : null);

/** A first. AAAA only if there is no A, which halves the number of queries. */
export async function lookUpHost(burst: Burst, host: string): Promise<HostState> {
  const v4 = await burst.ask(host, 'A');
  const a = recordSet(host, 'A', v4, address);
  const chain = v4.ok ? aliasChain(host, v4.answers) : [];
  if (a.state === 'present' || a.nxdomain) {
    return { state: a.state, nxdomain: a.nxdomain, addresses: a.records, chain };
  }
  const aaaa = recordSet(host, 'AAAA', await burst.ask(host, 'AAAA'), address);
  const state = aaaa.state === 'present' ? 'present' : a.state === 'unknown' ? 'unknown' : aaaa.state;
  return { state, nxdomain: aaaa.nxdomain, addresses: aaaa.records, chain };
}
