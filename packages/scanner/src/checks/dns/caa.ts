import { defineCheck } from '../../check.ts';
import type { EvidenceValue } from '../../evidence.ts';
import { caaText, correctedCaa, readCaa, type CaaPolicy } from '../../parse/dns/caa.ts';
import { caaNamesOf } from '../../parse/dns/caa-issuers.ts';
import { aliasLine, inPlaceOfAlias } from './alias-fix.ts';

/** Examples that trigger it: no CAA from the name up to the root; only `0 iodef "…"`; `128 unknowntag "x"`. */
export default defineCheck({
  id: 'dns/caa',
  title: 'CAA',
  severity: 'important',
  deduction: 3,
  why: 'CAA records list the certificate authorities (CAs) that may issue certificates for the domain. Without them, any CA may.',
  fix: null,
  references: ['https://www.rfc-editor.org/rfc/rfc8659', 'https://www.rfc-editor.org/rfc/rfc9495'],
  needs: ['dns'],
  optional: ['tls'],
  outcomes: {
    unknown_critical: {
      title: 'CAA record blocks every certificate authority',
      status: 'weak',
      weakness: 'caa-missing',
      explanation:
        'A CAA record marks a property that certificate authorities do not recognize as critical. They must all refuse to issue, so the next renewal will fail.',
    },
    missing: { title: 'No CAA record', status: 'missing', weakness: 'caa-missing', severity: 'minor', deduction: 2 },
    unrestricted: {
      title: 'CAA records let any authority issue ordinary certificates',
      status: 'weak',
      weakness: 'caa-missing',
      severity: 'minor',
      deduction: 2,
      explanation:
        'None of the CAA records has an "issue" property, so any certificate authority may still issue ordinary certificates.',
    },
    faulty: {
      title: 'CAA record is malformed',
      status: 'weak',
      weakness: 'caa-missing',
      severity: 'minor',
      deduction: 1,
      explanation: 'A CAA record does not follow the standard, so it does not work as intended.',
    },
    elsewhere: {
      title: 'CAA records do not allow the authority of the current certificate',
      status: 'good',
      note: 'No points are deducted, because you may be changing the authority.',
    },
    restricted: { title: 'CAA limits which certificate authorities may issue', status: 'good' },
  },
  judge({ dns, tls }) {
    const { caa } = dns;
    const authority = authorityOf(tls);
    const zone = dns.mail_domain;
    if (caa.state === 'unknown') {
      return {
        unknown: `${caa.reason ?? 'the lookup failed'}; a certificate authority that gets this error must refuse to issue`,
      };
    }
    if (caa.state === 'absent') {
      return {
        outcome: 'missing',
        evidence: [`no CAA record at: ${caa.asked.join(', ')}`],
        fix: inPlaceOfAlias(dns.mx, fixFor(zone, authority)),
      };
    }
    if (caa.records.some((record) => record.malformed)) {
      return { unknown: `the CAA record set at ${caa.name} contains unreadable data (RFC 8659 §4.1)` };
    }
    const policy = readCaa(caa.records);
    const owner = caa.alias ?? caa.name;
    const lines = [...aliasLine(caa), ...caa.records.map((record) => `${owner} CAA ${caaText(record)}`)];
    const where = owner === dns.host ? '' : `Found at ${owner}.`;
    if (policy.unknown_critical.length > 0) {
      return {
        outcome: 'unknown_critical',
        evidence: lines,
        fix: [
          `; Delete or correct at ${owner}: ${policy.unknown_critical.join(', ')}.`,
          ...(policy.restricted ? [] : ['; Without it, limit the authorities by:', fixFor(owner, authority)]),
        ].join('\n'),
      };
    }
    if (!policy.restricted) {
      return {
        outcome: 'unrestricted',
        evidence: lines,
        note: [where, wildcardsOnly(policy), ...policy.faults.map((one) => `Malformed: ${one}.`), ...policy.remarks]
          .filter(Boolean)
          .join(' '),
        fix: [
          inPlaceOfAlias(caa, fixFor(caa.name, authority)),
          ...(policy.faults.length > 0 ? [correctedFix(owner, caa.records, policy)] : []),
        ].join('\n'),
      };
    }
    if (policy.faults.length > 0) {
      return {
        outcome: 'faulty',
        evidence: [...aliasLine(caa), ...policy.faults],
        note: [where, ...policy.remarks].filter(Boolean).join(' '),
        fix: correctedFix(owner, caa.records, policy),
      };
    }
    const who = policy.issue.filter((issuer) => issuer !== '');
    const may =
      who.length > 0
        ? `May issue: ${[...new Set(who)].join(', ')}.`
        : 'No certificate authority may issue certificates.';
    const refused = refusedNames(policy, authority, tls?.chain.certificates[0]?.dns_names ?? []);
    const stranger =
      authority !== null && refused !== null
        ? `The current certificate${refused} comes from an authority (${authority[0]}) that these records do not allow, so its renewal will fail.`
        : '';
    return {
      outcome: stranger === '' ? 'restricted' : 'elsewhere',
      evidence: lines,
      note: [may, where, stranger, ...policy.remarks].filter(Boolean).join(' '),
    };
  },
});

function wildcardsOnly({ wildcard_restricted, issuewild }: CaaPolicy): string {
  if (!wildcard_restricted) return '';
  const who = issuewild.filter((issuer) => issuer !== '');
  return `Only wildcard certificates are limited (issuewild): ${who.length > 0 ? `they may come from ${[...new Set(who)].join(', ')}` : 'no authority may issue them'}.`;
}

/** CAA names of the authority that issued the site's certificate; null when unknown or not public. */
function authorityOf(tls: EvidenceValue<'tls'> | undefined): readonly string[] | null {
  const issuer = tls?.chain.certificates[0]?.issuer;
  return issuer === undefined ? null : caaNamesOf(issuer);
}

/**
 * Whether the records stop the renewal of the certificate: `''` for all of it, ` for *.example.com` for its wildcard names.
 * Null if they do not. If there is an `issuewild`, it alone decides about wildcard names (RFC 8659 §4.3).
 */
function refusedNames(policy: CaaPolicy, authority: readonly string[] | null, names: readonly string[]): string | null {
  if (authority === null) return null;
  const allowed = (issuers: readonly string[]): boolean => issuers.some((issuer) => authority.includes(issuer));
  const wildcards = names.filter((name) => name.startsWith('*.'));
  const ordinary = names.length === 0 || wildcards.length < names.length;
  if (ordinary && !allowed(policy.issue)) return '';
  const forWildcards = policy.wildcard_restricted ? policy.issuewild : policy.issue;
  return wildcards.length === 0 || allowed(forWildcards) ? null : ` for ${wildcards.slice(0, 3).join(', ')}`;
}

/** The corrected lines, where it is clear what was meant. */
function correctedFix(owner: string, records: Parameters<typeof readCaa>[0], { faults }: CaaPolicy): string {
  const lines = [...new Set(records.flatMap((record) => correctedCaa(record) ?? []))];
  return lines.length === 0
    ? `; Correct at ${owner}: ${faults.join('; ')}.`
    : `; Replace the malformed records at ${owner} with:\n${lines.map((line) => `${owner}. IN CAA ${line}`).join('\n')}\n; ${CHECK_BEFORE}`;
}

const CHECK_BEFORE =
  'Before you publish, list every authority that issues certificates for this domain and its subdomains, including those of your CDN and hosting provider. Any other authority can no longer issue or renew.';

function fixFor(name: string, authority: readonly string[] | null): string {
  return authority === null
    ? `${name}. IN CAA 0 issue "letsencrypt.org"\n; Use the CAA name of your own certificate authority, with one line for each one you use. ${CHECK_BEFORE}`
    : `${name}. IN CAA 0 issue "${authority[0]}"\n; This authority issued the current certificate. Add a line for each other one you use. ${CHECK_BEFORE}`;
}
