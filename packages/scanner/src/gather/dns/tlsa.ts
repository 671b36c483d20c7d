import type { DnsEvidence } from '../../evidence/dns.ts';
import type { Burst } from './burst.ts';
import { recordSet } from './record-set.ts';

/** The TLSA records at a name such as `_443._tcp.example.com`. */
export async function gatherTlsa(burst: Burst, name: string): Promise<DnsEvidence['tlsa']> {
  return recordSet(name, 'TLSA', await burst.ask(name, 'TLSA', { dnssec: true }), (data) => {
    const { usage, selector, matchingType, certificate } = data as {
      usage: number;
      selector: number;
      matchingType: number;
      certificate: Buffer;
    };
    return { usage, selector, matching: matchingType, data: certificate.subarray(0, 2048).toString('hex') };
  });
}
