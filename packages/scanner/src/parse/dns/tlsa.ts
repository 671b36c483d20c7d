import type { TlsaRecord } from '../../evidence/dns-records.ts';
import type { Certificate } from '../../evidence/tls.ts';

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

type Digests = Pick<Certificate, 'sha256' | 'sha512' | 'spki_sha256' | 'spki_sha512'>;

/** Whether the record is of this certificate or its key. */
export function isTlsaOf({ selector, matching, data, sha256 }: TlsaRecord, certificate: Digests): boolean {
  if (matching === 0) return sha256 === (selector === 0 ? certificate.sha256 : certificate.spki_sha256);
  const [of256, of512] =
    selector === 0 ? [certificate.sha256, certificate.sha512] : [certificate.spki_sha256, certificate.spki_sha512];
  return data.toLowerCase() === (matching === 1 ? of256 : of512);
}

/**
 * Those that the first one leads to, from issuer to issuer: DANE-TA is a record of one of these (RFC 7671 §5.2). Servers also
 * send others, for example the intermediate of the previous authority.
 */
export function issuersAmong<T extends Pick<Certificate, 'subject' | 'issuer'>>([leaf, ...others]: readonly T[]): T[] {
  const names = new Set(leaf ? [leaf.issuer] : []);
  for (const name of names) for (const one of others) if (one.subject === name) names.add(one.issuer);
  return others.filter(({ subject }) => names.has(subject));
}
