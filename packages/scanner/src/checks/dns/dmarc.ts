import { defineCheck } from '../../check.ts';
import { mailUse, type DnsEvidence } from '../../evidence/dns.ts';
import { isDmarc } from '../../parse/mail/dmarc.ts';
import type { DmarcFinding } from '../../parse/mail/dmarc-policy.ts';

type Outcome = keyof typeof OUTCOMES;

/** Worst first. */
const OUTCOMES = {
  at_apex: {
    title: 'DMARC record is published at the wrong name',
    status: 'missing',
    weakness: 'dmarc-missing',
    explanation:
      'A DMARC record stands at the domain itself. Receivers look for it below "_dmarc" only, so there is no policy.',
  },
  malformed: {
    title: 'DMARC record is malformed',
    status: 'weak',
    weakness: 'dmarc-missing',
    explanation: 'There is a DMARC record, but it cannot be used, so receivers apply no policy at all.',
  },
  several: {
    title: 'More than one DMARC record',
    status: 'weak',
    weakness: 'dmarc-missing',
    explanation: 'There is more than one DMARC record at one name; receivers discard them all (RFC 9989 §4.10).',
  },
  not_recognised: {
    title: 'TXT record is not recognised as DMARC',
    status: 'missing',
    weakness: 'dmarc-missing',
    explanation:
      'A TXT record looks meant as DMARC, but does not start with exactly "v=DMARC1", so receivers see no DMARC record at all.',
  },
  missing_with_mail: { title: 'No DMARC record', status: 'missing', weakness: 'dmarc-missing' },
  missing_without_mail: {
    title: 'No DMARC record for a domain without mail',
    status: 'missing',
    weakness: 'dmarc-missing',
    severity: 'minor',
    deduction: 3,
    note: 'The domain has no MX record; a domain that sends no mail is best closed to forgers with p=reject.',
  },
  none_unwatched: {
    title: 'DMARC policy is none, and no one receives reports',
    status: 'weak',
    weakness: 'dmarc-none',
    severity: 'minor',
    deduction: 3,
    explanation:
      'The DMARC policy is "none" and no report address is given: receivers deliver forged mail, and no one learns of it.',
  },
  none: {
    title: 'DMARC policy is none',
    status: 'weak',
    weakness: 'dmarc-none',
    severity: 'minor',
    deduction: 2,
    explanation:
      'The DMARC policy is "none": reports are collected, but forged mail is delivered. That is a stage of a rollout, not its end.',
  },
  testing: {
    title: 'DMARC policy is in test mode',
    status: 'weak',
    weakness: 'dmarc-none',
    severity: 'minor',
    deduction: 2,
    explanation:
      'The DMARC record asks receivers to act one level milder than its policy says, so the protection is not in force.',
  },
  subdomains_open: {
    title: 'DMARC leaves subdomains open',
    status: 'weak',
    weakness: 'dmarc-none',
    severity: 'minor',
    deduction: 2,
    explanation: 'The domain itself is protected, but "sp=none" lets anyone send mail in the name of its subdomains.',
  },
  invented_open: {
    title: 'DMARC leaves invented subdomains open',
    status: 'weak',
    weakness: 'dmarc-none',
    severity: 'minor',
    deduction: 1,
    explanation:
      'The domain itself is protected, but "np=none" lets anyone send mail in the name of subdomains that do not exist.',
  },
  partial: {
    title: 'DMARC applies to a share of the mail only',
    status: 'weak',
    weakness: 'dmarc-none',
    severity: 'minor',
    deduction: 1,
    explanation:
      'The record limits the policy to a share of the mail with "pct". The tag was withdrawn (RFC 9989); receivers that still know it let the rest pass.',
  },
  ignored_values: {
    title: 'DMARC record holds values that receivers ignore',
    status: 'weak',
    weakness: 'informational',
    severity: 'minor',
    deduction: 1,
    explanation:
      'The policy is in force, but a part of the record is not written as the standard asks, so receivers act as if it were not there.',
  },
  quarantine: {
    title: 'DMARC quarantines forged mail',
    status: 'good',
    note: 'Mail that fails goes to quarantine, usually the spam folder; "p=reject" would turn it away.',
  },
  reject: { title: 'DMARC rejects forged mail', status: 'good' },
} as const;

const ORDER = Object.keys(OUTCOMES) as Outcome[];

/** Examples that trigger it: no record; `v=DMARC1; p=none`; two records; `p=reject; v=DMARC1`. */
export default defineCheck({
  id: 'dns/dmarc',
  title: 'DMARC',
  severity: 'important',
  deduction: 6,
  why: 'DMARC tells receivers what to do with mail that claims to come from the domain but fails SPF and DKIM. Without it forged mail with this sender is delivered.',
  fix: null,
  references: ['https://www.rfc-editor.org/rfc/rfc9989', 'https://www.rfc-editor.org/rfc/rfc9990'],
  needs: ['dns', 'dmarc'],
  outcomes: OUTCOMES,
  judge({ dns, dmarc }) {
    const judged = dmarc.map(({ domain, finding }) => ({ domain, finding, outcome: outcomeOf(finding, dns) }));
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
      evidence: [
        ...evidenceOf(worst.domain, worst.finding),
        ...(worst.outcome === 'at_apex' ? [`${dns.mail_domain} TXT "${apexRecord(dns) ?? ''}"`] : []),
      ],
      note: noteOf(worst.finding, dns),
      fix: fixFor(at, worst.finding, worst.outcome, dns),
    };
  },
});

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
      if (apexRecord(dns) !== null) return 'at_apex';
      if (finding.nearly !== null) return 'not_recognised';
      return mailUse(dns) === 'used' ? 'missing_with_mail' : 'missing_without_mail';
    case 'found':
      return foundOutcome(finding);
  }
}

/** A record one name too high, where nothing looks for it. */
function apexRecord(dns: DnsEvidence): string | null {
  const apex = dns.spf.flatMap(({ policies }) => policies).find(({ name }) => name === dns.mail_domain);
  return apex?.records.find((record) => isDmarc(record)) ?? null;
}

function foundOutcome({ record, effective, inherited }: Extract<DmarcFinding, { state: 'found' }>): Outcome {
  // The record's own domain first: a parent's p=none leaves the scanned host's organisation open as well.
  if (record.p === 'none') return record.rua.length === 0 ? 'none_unwatched' : 'none';
  if (record.testing || record.pct === 0) return 'testing';
  if (record.sp === 'none' || (inherited && effective === 'none')) return 'subdomains_open';
  if (record.np === 'none') return 'invented_open';
  if (record.pct !== null && record.pct < 100) return 'partial';
  if (record.warnings.length > 0) return 'ignored_values';
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
      return finding.nearly === null
        ? [`_dmarc.${domain} has no DMARC record`]
        : [`${finding.nearly.name} TXT "${finding.nearly.text}"`];
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
    notes.push('No "rua" address: no one receives the aggregate reports.');
  for (const { host, state } of dns.dmarc.report_hosts) {
    if (state !== 'absent') continue;
    notes.push(
      `Reports to ${host} will not be sent: it has no record "${found_at}._report._dmarc.${host}" with "v=DMARC1" that agrees to take them (RFC 9990).`,
    );
  }
  if (record.unknown_tags.length > 0)
    notes.push(`Tags that receivers do not know and pass over: ${record.unknown_tags.join(', ')}.`);
  if (record.warnings.length > 0) notes.push(`Ignored by receivers: ${record.warnings.join('; ')}.`);
  return notes.join(' ');
}

const CHECK_BEFORE =
  'Check before you publish: read the reports, for mail of yours that passes neither SPF nor DKIM is quarantined or refused.';

function fixFor(domain: string, finding: DmarcFinding, outcome: Outcome, dns: DnsEvidence): string {
  const line = (text: string): string => `_dmarc.${domain}. IN TXT "${text}"`;
  const found = finding.state === 'found' ? finding.record : null;
  const rua = found?.rua.length ? found.rua.join(',') : `mailto:dmarc-reports@${dns.mail_domain}`;
  switch (outcome) {
    case 'none_unwatched':
    case 'none':
      return `${line(`v=DMARC1; p=quarantine; rua=${rua}`)}\n; Read the reports first: every service that sends for you should pass. Then go on to p=reject.`;
    case 'testing':
    case 'subdomains_open':
    case 'invented_open':
    case 'partial':
    case 'ignored_values':
      return `${line(`v=DMARC1; p=${found?.p ?? 'quarantine'}; rua=${rua}`)}\n; ${CHECK_BEFORE}`;
    case 'at_apex':
      return `${line((apexRecord(dns) ?? '').slice(0, 450))}\n; Delete the record at ${dns.mail_domain}. ${CHECK_BEFORE}`;
    default:
      return mailUse(dns) === 'used'
        ? `${line(`v=DMARC1; p=quarantine; rua=${rua}`)}\n; If you do not know yet who sends mail for you, begin with p=none and read the reports for two weeks.${outcome === 'several' ? ' Delete the other records.' : ''}`
        : `${line('v=DMARC1; p=reject')}\n; ${CHECK_BEFORE}`;
  }
}
