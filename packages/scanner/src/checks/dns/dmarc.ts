import { defineCheck } from '../../check.ts';
import { mailUse, type DnsEvidence } from '../../evidence/dns.ts';
import { discoverDmarc, type DmarcFinding } from '../../parse/dmarc-policy.ts';

type Outcome = keyof typeof OUTCOMES;

/** Worst first. */
const OUTCOMES = {
  malformed: {
    status: 'weak',
    explanation: 'There is a DMARC record, but it cannot be used, so receivers apply no policy at all.',
  },
  several: {
    status: 'weak',
    explanation: 'There is more than one DMARC record at one name; receivers discard them all (RFC 9989 §4.10).',
  },
  not_recognised: {
    status: 'missing',
    explanation:
      'A TXT record looks meant as DMARC, but does not start with exactly "v=DMARC1", so receivers see no DMARC record at all.',
  },
  missing_with_mail: { status: 'missing' },
  missing_without_mail: {
    status: 'missing',
    severity: 'minor',
    deduction: 3,
    note: 'The domain has no MX record; a domain that sends no mail is best closed to forgers with p=reject.',
  },
  none_unwatched: {
    status: 'weak',
    severity: 'minor',
    deduction: 3,
    explanation:
      'The DMARC policy is "none" and no report address is given: receivers deliver forged mail and nobody learns of it.',
  },
  none: {
    status: 'weak',
    severity: 'minor',
    deduction: 2,
    explanation:
      'The DMARC policy is "none": reports are collected, but forged mail is delivered. That is a stage of a rollout, not its end.',
  },
  testing: {
    status: 'weak',
    severity: 'minor',
    deduction: 2,
    explanation:
      'The DMARC record asks receivers to act one level milder than its policy says, so the protection is not in force.',
  },
  subdomains_open: {
    status: 'weak',
    severity: 'minor',
    deduction: 2,
    explanation: 'The domain itself is protected, but "sp=none" lets anybody send mail in the name of its subdomains.',
  },
  invented_open: {
    status: 'weak',
    severity: 'minor',
    deduction: 1,
    explanation:
      'The domain itself is protected, but "np=none" lets anybody send mail in the name of subdomains that do not exist.',
  },
  partial: {
    status: 'weak',
    severity: 'minor',
    deduction: 1,
    explanation:
      'The record limits the policy to a share of the mail with "pct". The tag was withdrawn (RFC 9989); receivers that still know it let the rest pass.',
  },
  quarantine: { status: 'good', note: 'Mail that fails is put aside; "p=reject" would turn it away.' },
  reject: { status: 'good' },
} as const;

const ORDER = Object.keys(OUTCOMES) as Outcome[];

/** Examples that trigger it: no record; `v=DMARC1; p=none`; two records; `p=reject; v=DMARC1`. */
export default defineCheck({
  id: 'dns/dmarc',
  title: 'DMARC',
  severity: 'important',
  deduction: 6,
  cwe: 290,
  why: 'DMARC tells receivers what to do with mail that claims to come from the domain but fails SPF and DKIM. Without it forged mail with this sender is delivered.',
  fix: null,
  references: ['https://www.rfc-editor.org/rfc/rfc9989', 'https://www.rfc-editor.org/rfc/rfc9990'],
  needs: ['dns'],
  outcomes: OUTCOMES,
  judge({ dns }) {
    const domains = [...new Set([dns.mail_domain, dns.host])];
    const judged = domains.map((domain) => ({ domain, ...judgeFinding(discoverDmarc(dns.dmarc, domain), dns) }));
    const known = judged.filter((one): one is typeof one & { outcome: Outcome } => one.outcome !== null);
    const [worst] = known.sort((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome));
    const undecided = judged.find((one) => one.outcome === null);
    const isGood = !worst || OUTCOMES[worst.outcome].status === 'good';
    if (!worst || (undecided && isGood)) {
      return { unknown: undecided?.finding.state === 'unknown' ? undecided.finding.reason : 'no record was asked for' };
    }
    const at = worst.finding.state === 'found' ? worst.finding.found_at : worst.domain;
    return {
      outcome: worst.outcome,
      evidence: evidenceOf(worst.domain, worst.finding),
      note: noteOf(worst.finding, dns),
      fix: fixFor(at, worst.finding, worst.outcome, dns),
    };
  },
});

function judgeFinding(finding: DmarcFinding, dns: DnsEvidence): { finding: DmarcFinding; outcome: Outcome | null } {
  return { finding, outcome: outcomeOf(finding, dns) };
}

/** Null: it cannot be told. */
function outcomeOf(finding: DmarcFinding, dns: DnsEvidence): Outcome | null {
  switch (finding.state) {
    case 'unknown':
      return null;
    case 'multiple':
      return 'several';
    case 'malformed':
      return 'malformed';
    case 'none':
      if (finding.nearly !== null) return 'not_recognised';
      return mailUse(dns) === 'used' ? 'missing_with_mail' : 'missing_without_mail';
    case 'found':
      return foundOutcome(finding);
  }
}

function foundOutcome({ record, effective, inherited }: Extract<DmarcFinding, { state: 'found' }>): Outcome {
  // The record's own domain first: a parent's p=none leaves the scanned host's organisation open as well.
  if (record.p === 'none') return record.rua.length === 0 ? 'none_unwatched' : 'none';
  if (record.testing || record.pct === 0) return 'testing';
  if (record.sp === 'none' || (inherited && effective === 'none')) return 'subdomains_open';
  if (record.np === 'none') return 'invented_open';
  if (record.pct !== null && record.pct < 100) return 'partial';
  return record.p;
}

function evidenceOf(domain: string, finding: DmarcFinding): string[] {
  switch (finding.state) {
    case 'found':
      return [`_dmarc.${finding.found_at} TXT "${finding.record.text}"`];
    case 'multiple':
      return finding.records.map((record) => `_dmarc.${finding.at} TXT "${record}"`);
    case 'malformed':
      return [`_dmarc.${finding.at} TXT "${finding.record}"`, finding.error];
    case 'none':
      return finding.nearly === null ? [`_dmarc.${domain} has no DMARC record`] : [`TXT "${finding.nearly}"`];
    case 'unknown':
      return [];
  }
}

function noteOf(finding: DmarcFinding, dns: DnsEvidence): string {
  if (finding.state !== 'found') return '';
  const { record, inherited, found_at } = finding;
  const notes = [];
  if (inherited) notes.push(`The policy comes from ${found_at}.`);
  if (record.rua.length === 0 && record.p !== 'none')
    notes.push('No "rua" address: nobody receives the aggregate reports.');
  for (const { host, state } of dns.dmarc.report_hosts) {
    if (state !== 'absent') continue;
    notes.push(
      `Reports to ${host} will not be sent: it has no record "${found_at}._report._dmarc.${host}" with "v=DMARC1" that agrees to take them (RFC 9990).`,
    );
  }
  if (record.warnings.length > 0) notes.push(`Ignored by receivers: ${record.warnings.join('; ')}.`);
  return notes.join(' ');
}

function fixFor(domain: string, finding: DmarcFinding, outcome: Outcome, dns: DnsEvidence): string {
  const line = (text: string): string => `_dmarc.${domain}. IN TXT "${text}"`;
  const found = finding.state === 'found' ? finding.record : null;
  const rua = found?.rua.length ? found.rua.join(',') : `mailto:dmarc-reports@${dns.mail_domain}`;
  switch (outcome) {
    case 'none_unwatched':
    case 'none':
      return `${line(`v=DMARC1; p=quarantine; rua=${rua}`)}\nRead the reports first: every service that sends for you should pass. Then go on to p=reject.`;
    case 'testing':
    case 'subdomains_open':
    case 'invented_open':
    case 'partial':
      return line(`v=DMARC1; p=${found?.p ?? 'quarantine'}; rua=${rua}`);
    default:
      return mailUse(dns) === 'used'
        ? `${line(`v=DMARC1; p=quarantine; rua=${rua}`)}\nIf you do not know yet who sends mail for you, begin with p=none and read the reports for two weeks.${outcome === 'several' ? ' Delete the other records.' : ''}`
        : line('v=DMARC1; p=reject');
  }
}
