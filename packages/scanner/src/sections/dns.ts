import type { DnsSection } from '@palisade/report/sections/dns';
import type { Evidence } from '../evidence.ts';

/** The evidence the section shows beside its checks. */
export function dnsEvidence(_evidence: Evidence): Omit<DnsSection, 'checks'> {
  return {};
}
