import type { TlsaRecord } from '../../evidence/dns-records.ts';

/**
 * RFC 6698 §2.1.
 * @returns why no client can use the record, or null
 */
export function tlsaFault({ usage, selector, matching, data }: TlsaRecord): string | null {
  if (usage > 3) return `certificate usage ${usage} is not defined`;
  if (selector > 1) return `selector ${selector} is not defined`;
  if (matching > 2) return `matching type ${matching} is not defined`;
  if (data === '') return 'it has no data';
  const bytes = data.length / 2;
  if (matching === 1 && bytes !== 32) return `a SHA-256 digest has 32 bytes, this one has ${bytes}`;
  if (matching === 2 && bytes !== 64) return `a SHA-512 digest has 64 bytes, this one has ${bytes}`;
  return null;
}

export function tlsaText({ usage, selector, matching, data }: TlsaRecord): string {
  return `${usage} ${selector} ${matching} ${data.length > 140 ? `${data.slice(0, 140)}…` : data}`;
}
