import { missing, type Gathered } from '../evidence/gathered.ts';
import type { DnsEvidence } from '../evidence/dns.ts';
import type { GatherContext } from './context.ts';

export async function gatherDns(_context: GatherContext): Promise<Gathered<DnsEvidence>> {
  return missing('internal', 'us', 'not built yet');
}
