import { defineCheck } from '../../check.ts';
import type { EvidenceValue } from '../../evidence.ts';
import { caaText, readCaa } from '../../parse/dns/caa.ts';
import { caaNamesOf } from '../../parse/dns/caa-issuers.ts';

/** Examples that trigger it: no CAA from the name up to the root; only `0 iodef "…"`; `128 unknowntag "x"`. */
export default defineCheck({
  id: 'dns/caa',
  title: 'CAA',
  severity: 'important',
  deduction: 3,
  why: 'CAA records name the certificate authorities that may issue for the domain. Without them every authority in the world may.',
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
        'A CAA property that no certificate authority knows is marked critical, so all of them must refuse to issue: the next renewal fails.',
    },
    missing: { title: 'No CAA record', status: 'missing', weakness: 'caa-missing', severity: 'minor', deduction: 2 },
    unrestricted: {
      title: 'CAA record restricts no certificate authority',
      status: 'weak',
      weakness: 'caa-missing',
      severity: 'minor',
      deduction: 2,
      explanation:
        'There are CAA records, but none of them is an "issue" property, so every authority may still issue ordinary certificates.',
    },
    faulty: {
      title: 'CAA record is malformed',
      status: 'weak',
      weakness: 'caa-missing',
      severity: 'minor',
      deduction: 1,
      explanation: 'A CAA record is not written as the standard asks, so it does not do what was meant.',
    },
    restricted: { title: 'CAA limits the certificate authorities', status: 'good' },
  },
  judge({ dns, tls }) {
    const { caa } = dns;
    const authority = authorityOf(tls);
    const zone = dns.mail_domain;
    if (caa.state === 'unknown') {
      return { unknown: `${caa.reason ?? 'the look-up failed'}; an authority that meets this must refuse to issue` };
    }
    if (caa.state === 'absent') {
      return {
        outcome: 'missing',
        evidence: [`no CAA record at: ${caa.asked.join(', ')}`],
        fix: fixFor(zone, authority),
      };
    }
    if (caa.records.some((record) => record.malformed)) {
      return { unknown: `the CAA record set at ${caa.name} holds data that cannot be read (RFC 8659 §4.1)` };
    }
    const policy = readCaa(caa.records);
    const lines = caa.records.map((record) => `${caa.name} CAA ${caaText(record)}`);
    const where = caa.name === dns.host ? '' : `Found at ${caa.name}.`;
    if (policy.unknown_critical.length > 0) {
      return {
        outcome: 'unknown_critical',
        evidence: lines,
        fix: `Delete or correct: ${policy.unknown_critical.join(', ')}.`,
      };
    }
    if (!policy.restricted) {
      return {
        outcome: 'unrestricted',
        evidence: lines,
        note: where,
        fix: fixFor(caa.name, authority),
      };
    }
    if (policy.faults.length > 0) {
      return {
        outcome: 'faulty',
        evidence: policy.faults,
        note: where,
        fix: `Correct at ${caa.name}: ${policy.faults.join('; ')}.`,
      };
    }
    const who = policy.issue.filter((issuer) => issuer !== '');
    const may = who.length > 0 ? `May issue: ${[...new Set(who)].join(', ')}.` : 'No authority may issue certificates.';
    const stranger =
      authority !== null && !who.some((issuer) => authority.includes(issuer))
        ? `The certificate now in use comes from an authority (${authority[0]}) that these records do not allow: its renewal will fail.`
        : '';
    return {
      outcome: 'restricted',
      evidence: lines,
      note: [may, where, stranger, ...policy.remarks].filter(Boolean).join(' '),
    };
  },
});

/** CAA names of the authority that issued the site's certificate; null when it is unknown or not a public one. */
function authorityOf(tls: EvidenceValue<'tls'> | undefined): readonly string[] | null {
  const issuer = tls?.chain.certificates[0]?.issuer;
  return issuer === undefined ? null : caaNamesOf(issuer);
}

const CHECK_BEFORE =
  'Check before you publish: which authorities issue for this domain and every name below it, your CDN and hosting company included; the others can renew nothing.';

function fixFor(name: string, authority: readonly string[] | null): string {
  return authority === null
    ? `${name}. IN CAA 0 issue "letsencrypt.org"\n; Put the CAA name of your own certificate authority there, one line for each you use. ${CHECK_BEFORE}`
    : `${name}. IN CAA 0 issue "${authority[0]}"\n; That is the authority of the certificate now in use; add a line for each other one you use. ${CHECK_BEFORE}`;
}
