import type { Certificate } from '../../evidence/tls.ts';
import { coveringName, dnsNameCovers, isAddress } from '../../parse/x509/x509-names.ts';
import { BROWSERS, TRUST_PROGRAMS, type Remark } from './remark.ts';

/** Who takes the certificate for the host. */
export function nameRemarks(leaf: Certificate, host: string): Remark[] {
  const covering = coveringName(leaf, host);
  if (covering !== undefined) return readingRemarks(host, covering);
  const reason = `it does not cover ${host}`;
  if (isAddress(host)) return [{ programs: TRUST_PROGRAMS, reason }];
  const star = leaf.dns_names.find((name) => name.startsWith('*.') && coversLiterally(name, host));
  if (star !== undefined) {
    return [
      { programs: ['Chrome'], reason: `${star} is a wildcard for an entire public suffix` },
      { programs: ['Safari'], doubt: true, reason: `${star} is a wildcard for an entire public suffix` },
    ];
  }
  // Chromium takes a dot at its end, which other clients do not.
  if (leaf.dns_names.some((name) => name.endsWith('.') && dnsNameCovers(name.slice(0, -1), host)))
    return [
      { programs: ['Firefox', 'OpenSSL'], reason },
      { programs: ['Safari'], doubt: true, reason },
    ];
  // “x*.example.com”, which browsers do not take.
  if (leaf.dns_names.some((name) => isPartOfLabel(name, host)))
    return [
      { programs: BROWSERS, reason },
      { programs: ['OpenSSL'], doubt: true, reason },
    ];
  // RFC 6125 §6.4.4, as OpenSSL has it: the common name counts where there is no DNS name.
  const commonName = leaf.dns_names.length === 0 && leaf.common_name !== null && dnsNameCovers(leaf.common_name, host);
  return [{ programs: commonName ? BROWSERS : TRUST_PROGRAMS, reason }];
}

/** What only some programs make of a certificate that covers the host. */
function readingRemarks(host: string, covering: string): Remark[] {
  // OpenSSL, wildcard_match: the star stands for letters, digits and hyphens.
  if (isAddress(host) || !covering.startsWith('*') || !/^[^.]*_/u.test(host)) return [];
  return [{ programs: ['OpenSSL'], reason: `${covering} does not cover a label with an underscore for it` }];
}

/** A star next to other characters of the first label: whether programs with OpenSSL take it is up to them. */
function isPartOfLabel(name: string, host: string): boolean {
  const [, before, after, rest] = /^([^.*]*)\*([^.*]*)(\..+)$/u.exec(name.toLowerCase()) ?? [];
  const dot = host.indexOf('.');
  if (before === undefined || after === undefined || before + after === '' || host.slice(dot).toLowerCase() !== rest)
    return false;
  const label = host.slice(0, dot).toLowerCase();
  return label.startsWith(before) && label.endsWith(after) && label.length > before.length + after.length;
}

/** The star as Firefox and OpenSSL take it: one label in front of at least two. */
function coversLiterally(name: string, host: string): boolean {
  const rest = name.slice(1).toLowerCase();
  const dot = host.indexOf('.');
  return rest.slice(1).includes('.') && dot > 0 && host.slice(dot).toLowerCase() === rest;
}
