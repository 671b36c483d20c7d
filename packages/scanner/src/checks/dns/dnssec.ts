import { defineCheck } from '../../check.ts';
import type { DnssecEvidence } from '../../evidence/dns.ts';
import { algorithmName, digestName, isNotRecommended, isWeakAlgorithm, isWeakDigest } from '../../parse/dns/dnssec.ts';

/** Keys below 1024 bits can be factored; RFC 6781 §3.4.2 recommends 2048 where possible. */
const LEAST_RSA_BITS = 1024;
const GOOD_RSA_BITS = 2048;

/** Examples that trigger it: an unsigned zone; a zone whose signatures expired; a DS record without keys. */
export default defineCheck({
  id: 'dns/dnssec',
  title: 'DNSSEC',
  severity: 'critical',
  deduction: 15,
  why: 'DNSSEC signs the zone, so that a resolver can detect forged DNS responses. Without it, anyone who can inject a response can redirect visitors and mail.',
  fix: null,
  references: ['https://www.rfc-editor.org/rfc/rfc9364', 'https://www.rfc-editor.org/rfc/rfc8624'],
  needs: ['dns'],
  outcomes: {
    bogus: {
      title: 'DNSSEC signatures do not verify',
      status: 'bad',
      weakness: 'dnssec-bogus',
      explanation:
        'The zone’s DNSSEC signatures do not verify. The domain does not resolve for anyone who uses a validating resolver, which is a large share of users.',
    },
    unlinked: {
      title: 'Zone is signed, but its parent has no DS record',
      status: 'weak',
      weakness: 'dnssec-missing',
      severity: 'minor',
      deduction: 3,
      explanation:
        'The zone is signed, but the parent zone has no DS record for it, so no resolver checks the signatures.',
    },
    unsigned: {
      title: 'Zone is not signed with DNSSEC',
      status: 'missing',
      weakness: 'dnssec-missing',
      severity: 'minor',
      deduction: 3,
    },
    not_accepted: {
      title: 'Resolvers do not accept the DNSSEC algorithm',
      status: 'weak',
      weakness: 'dnssec-missing',
      severity: 'minor',
      deduction: 3,
      explanation:
        'The zone is signed and has a DS record, but resolvers do not accept its algorithms or parameters and treat it as unsigned.',
    },
    weak_algorithm: {
      title: 'DNSSEC uses an outdated algorithm',
      status: 'weak',
      weakness: 'dnssec-missing',
      severity: 'minor',
      deduction: 2,
      explanation:
        'The zone validates, but with an algorithm that is no longer considered secure. Some resolvers already treat it as unsigned.',
    },
    secure: { title: 'DNSSEC validates', status: 'good' },
  },
  judge({ dns: { dnssec, host, a } }) {
    const evidence = evidenceOf(dnssec);
    switch (dnssec.state) {
      case 'unknown':
        return { unknown: dnssec.reason ?? 'the DNSSEC state could not be determined' };
      case 'bogus': {
        const { elsewhere, fix } = bogusFix(dnssec, a.alias ?? host);
        const error = dnssec.extended_error === null ? '' : `Extended DNS error ${dnssec.extended_error} (RFC 8914).`;
        const note = [elsewhere, error].filter(Boolean).join(' ');
        return { outcome: 'bogus', evidence, ...(note === '' ? {} : { note }), fix };
      }
      case 'unlinked':
        return {
          outcome: 'unlinked',
          evidence,
          fix: `Add the DS record of ${dnssec.zone}, which your DNS provider shows, at the domain’s registrar.`,
        };
      case 'insecure':
        return dnssec.reason === null
          ? {
              outcome: 'unsigned',
              evidence,
              fix: `Turn on DNSSEC for ${dnssec.zone} at the DNS provider, then add the DS record it shows at the registrar.`,
            }
          : {
              outcome: 'not_accepted',
              evidence,
              fix: `Sign ${dnssec.zone} with ECDSAP256SHA256 (algorithm 13), no NSEC3 iterations, and a SHA-256 DS record.`,
            };
      case 'secure': {
        const weak = weaknesses(dnssec);
        if (weak.length > 0) {
          return {
            outcome: 'weak_algorithm',
            evidence: [...weak, ...evidence],
            fix: `Roll ${dnssec.zone} over to ECDSAP256SHA256 (algorithm 13) with a SHA-256 DS record (digest type 2).`,
          };
        }
        const notes = [];
        if (!dnssec.host_authenticated)
          notes.push(`The zone is signed, but the addresses of ${host} come from an unsigned zone.`);
        if ((dnssec.nsec3_iterations ?? 0) > 0) {
          notes.push(
            `NSEC3 uses ${dnssec.nsec3_iterations} extra iterations. RFC 9276 requires 0, and resolvers may treat a zone with more as unsigned.`,
          );
        }
        notes.push(...remarksOn(dnssec));
        return { outcome: 'secure', evidence, note: notes.join(' ') };
      }
    }
  },
});

/** @param end the name that has the host's addresses: behind an alias, another zone may be at fault */
function bogusFix({ zone, ds, dnskey }: DnssecEvidence, end: string): { elsewhere: string; fix: string } {
  const isOwn = end === zone || end.endsWith(`.${zone}`);
  if (ds.state === 'absent')
    return {
      elsewhere: `${zone} itself is not signed: it is the addresses of ${end} that do not verify.`,
      fix: `Re-sign the zone that ${end} is in, or have its DS record removed${isOwn ? '' : '. If that is not up to you, point the alias elsewhere'}.`,
    };
  return {
    elsewhere:
      isOwn || !dnskey.authenticated ? '' : `The keys of ${zone} verify, so the zone of ${end} may be at fault.`,
    fix: `Re-sign ${zone} and compare the DS record at the registrar with the keys of the zone. If that takes time, have the registrar remove the DS record first.`,
  };
}

/** A weak algorithm next to a strong one counts only when the chain depends on it: every key or every DS record is weak. */
function weaknesses({ ds, dnskey }: DnssecEvidence): string[] {
  const lines = [];
  const algorithms = [...new Set(dnskey.records.map((key) => key.algorithm))];
  // A key without a DS record proves nothing yet, however strong it is.
  const linked = [...new Set(ds.records.map((record) => record.algorithm))];
  if (algorithms.length > 0 && algorithms.every(isWeakAlgorithm))
    lines.push(`signed with ${algorithms.map(algorithmName).join(', ')}`);
  else if (linked.length > 0 && linked.every(isWeakAlgorithm))
    lines.push(`all DS records use ${linked.map(algorithmName).join(', ')}`);
  const bits = dnskey.records.flatMap((key) => key.bits ?? []);
  const [shortest] = bits.toSorted((a, b) => a - b);
  if (shortest !== undefined && shortest < LEAST_RSA_BITS) lines.push(`signed with an RSA key of ${shortest} bits`);
  const digests = [...new Set(ds.records.map((record) => record.digest_type))];
  if (digests.length > 0 && digests.every(isWeakDigest))
    lines.push(`all DS records use a ${digests.map(digestName).join(', ')} digest`);
  return lines;
}

/** RFC 8624 §3.1: algorithms that are still accepted but no longer recommended, and DS records without a key. */
function remarksOn({ zone, ds, dnskey }: DnssecEvidence): string[] {
  const remarks = [];
  const short = dnskey.records.find(({ bits }) => typeof bits === 'number' && bits < GOOD_RSA_BITS);
  if (short) remarks.push(`One RSA key has ${short.bits} bits; use ${GOOD_RSA_BITS} bits or ECDSAP256SHA256.`);
  const seldom = [...new Set(dnskey.records.map(({ algorithm }) => algorithm))].filter(isNotRecommended);
  if (seldom.length > 0) remarks.push(`${seldom.map(algorithmName).join(', ')} is no longer recommended for signing.`);
  const tags = new Set(dnskey.records.flatMap(({ key_tag }) => key_tag ?? []));
  const stale = tags.size === 0 ? [] : ds.records.filter(({ key_tag }) => !tags.has(key_tag));
  if (stale.length > 0)
    remarks.push(
      `The parent has DS records for keys that ${zone} does not publish (${stale.map(({ key_tag }) => key_tag).join(', ')}). They are leftovers, or belong to keys prepared for a rollover.`,
    );
  const weak =
    new Set(ds.records.map(({ digest_type }) => digest_type)).size > 1 &&
    ds.records.some(({ digest_type }) => isWeakDigest(digest_type));
  if (weak) remarks.push('There is a SHA-1 DS record next to a stronger one. You can remove it.');
  return remarks;
}

function evidenceOf({ zone, ds, dnskey }: DnssecEvidence): string[] {
  const lines = [
    ...ds.records.map(
      (record) => `${zone} DS ${record.key_tag} ${algorithmName(record.algorithm)} ${digestName(record.digest_type)}`,
    ),
    ...dnskey.records.map(
      (key) =>
        `${zone} DNSKEY ${key.flags} ${algorithmName(key.algorithm)}${key.bits ? ` ${key.bits} bits` : ''}${key.key_tag === undefined ? '' : ` (key tag ${key.key_tag})`}`,
    ),
  ];
  if (ds.state === 'absent') lines.push(`${zone} has no DS record`);
  if (dnskey.state === 'absent') lines.push(`${zone} has no DNSKEY record`);
  return lines;
}
