import { createHash } from 'node:crypto';
import type { DnsEvidence } from '../../evidence/dns.ts';
import type { Burst } from './burst.ts';
import { recordSet } from './record-set.ts';

/** A full certificate may be longer: its digest represents the rest. */
const MAX_DATA = 2048;

/** The TLSA records at a name such as `_443._tcp.example.com`. */
export async function gatherTlsa(burst: Burst, name: string): Promise<DnsEvidence['tlsa']> {
  return recordSet(name, 'TLSA', await burst.ask(name, 'TLSA', { dnssec: true }), (data) => {
    const { usage, selector, matchingType, certificate } = data as {
      usage: number;
      selector: number;
      matchingType: number;
      certificate: Buffer;
    };
    const hex = certificate.subarray(0, MAX_DATA).toString('hex');
    const record = { usage, selector, matching: matchingType, data: hex };
    return matchingType === 0 ? { ...record, sha256: createHash('sha256').update(certificate).digest('hex') } : record;
  });
}
