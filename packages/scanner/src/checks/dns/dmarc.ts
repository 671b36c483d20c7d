import { defineCheck } from '../../check.ts';
import { mailUse, type DnsEvidence } from '../../evidence/dns.ts';
import { isDmarc, isMailto, reportHost } from '../../parse/mail/dmarc.ts';
import { aliasLine } from './alias-fix.ts';
import { dmarcFix } from './dmarc-fix.ts';
import type { DmarcFinding } from '../../parse/mail/dmarc-policy.ts';

type Outcome = keyof typeof OUTCOMES;

/** Worst first. */
const OUTCOMES = {
  at_apex: {
    title: 'DMARC record is published at the wrong name',
    status: 'missing',
    weakness: 'dmarc-missing',
    explanation:
      'A DMARC record is published at the domain itself. Receivers look for it only at "_dmarc", so no policy applies.',
  },
  misplaced: {
    title: 'DMARC record is published at a name that receivers do not query',
    status: 'missing',
    weakness: 'dmarc-missing',
    explanation:
      'A DMARC record is published, but not at the name where receivers look for it ("_dmarc" and the domain), so no policy applies.',
  },
  malformed: {
    title: 'DMARC record is malformed',
    status: 'weak',
    weakness: 'dmarc-missing',
    explanation: 'The DMARC record is malformed, so receivers apply no policy.',
  },
  several: {
    title: 'More than one DMARC record',
    status: 'weak',
    weakness: 'dmarc-missing',
    explanation: 'There is more than one DMARC record at one name, so receivers discard them all (RFC 9989 §4.10).',
  },
  not_recognised: {
    title: 'TXT record is not recognized as DMARC',
    status: 'missing',
    weakness: 'dmarc-missing',
    explanation: 'A TXT record looks like DMARC but does not start with exactly "v=DMARC1", so receivers ignore it.',
  },
  missing_with_mail: { title: 'No DMARC record', status: 'missing', weakness: 'dmarc-missing' },
  missing_without_mail: {
    title: 'No DMARC record for a domain without mail',
    status: 'missing',
    weakness: 'dmarc-missing',
    severity: 'minor',
    deduction: 3,
    note: 'The domain has no mail server (MX). If it sends no mail, p=reject stops others from forging mail in its name.',
  },
  none_unwatched: {
    title: 'DMARC policy is none, without reports',
    status: 'weak',
    weakness: 'dmarc-none',
    severity: 'minor',
    deduction: 3,
    explanation:
      'The DMARC policy is "none" and no address receives reports, so receivers deliver forged mail and no one is notified.',
  },
  none: {
    title: 'DMARC policy is none',
    status: 'weak',
    weakness: 'dmarc-none',
    severity: 'minor',
    deduction: 2,
    explanation:
      'The DMARC policy is "none", so receivers send reports but still deliver forged mail. This is a rollout stage, not the goal.',
  },
  testing: {
    title: 'DMARC policy is in test mode',
    status: 'weak',
    weakness: 'dmarc-none',
    severity: 'minor',
    deduction: 2,
    explanation:
      'The DMARC record asks receivers not to apply its policy ("t=y", or "pct=0" in the older standard), so those that comply still deliver forged mail or only quarantine it.',
  },
  subdomains_open: {
    title: 'DMARC does not protect subdomains',
    status: 'weak',
    weakness: 'dmarc-none',
    severity: 'minor',
    deduction: 2,
    explanation: 'The domain itself is protected, but "sp=none" lets anyone send mail as its subdomains.',
  },
  invented_open: {
    title: 'DMARC does not protect nonexistent subdomains',
    status: 'weak',
    weakness: 'dmarc-none',
    severity: 'minor',
    deduction: 1,
    explanation: 'The domain itself is protected, but "np=none" lets anyone send mail as subdomains that do not exist.',
  },
  partial: {
    title: 'DMARC applies to only part of the mail',
    status: 'weak',
    weakness: 'dmarc-none',
    severity: 'minor',
    deduction: 1,
    explanation:
      'The record limits the policy to a percentage of mail with "pct". RFC 9989 removed the tag, but receivers that still support it apply the next weaker policy to the rest.',
  },
  public_suffix: {
    title: 'DMARC record declares the domain a public suffix',
    status: 'weak',
    weakness: 'informational',
    severity: 'minor',
    deduction: 1,
    explanation:
      'The DMARC record says with "psd=y" that the domain is a public suffix such as "co.uk", below which each name belongs to a different owner. Receivers then do not align a subdomain with the domain or with other subdomains, so genuine mail can fail.',
  },
  ignored_values: {
    title: 'DMARC record has values that receivers ignore',
    status: 'weak',
    weakness: 'informational',
    severity: 'minor',
    deduction: 1,
    explanation:
      'The policy is in effect, but part of the record does not follow the standard, so receivers ignore that part.',
  },
  unheard: {
    title: 'DMARC is enforced, but no reports arrive',
    status: 'good',
    note: 'No points are deducted, because the policy applies. Without reports, no one notices genuine mail that fails.',
  },
  quarantine: {
    title: 'DMARC quarantines forged mail',
    status: 'good',
    note: 'Mail that fails is quarantined, usually in the spam folder. "p=reject" would reject it.',
  },
  reject: { title: 'DMARC rejects forged mail', status: 'good' },
} as const;

const ORDER = Object.keys(OUTCOMES) as Outcome[];

/** Examples that trigger it: no record; `v=DMARC1; p=none`; two records; `p=reject; v=DMARC1`; a record at the apex. */
export default defineCheck({
  id: 'dns/dmarc',
  title: 'DMARC',
  severity: 'important',
  deduction: 6,
  why: 'DMARC tells receivers what to do with mail that claims to come from the domain but fails SPF and DKIM. Without it, receivers deliver mail that forges the domain.',
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
      return { unknown: undecided?.finding.state === 'unknown' ? undecided.finding.reason : 'no record was looked up' };
    }
    const at = worst.finding.state === 'found' ? worst.finding.found_at : worst.domain;
    return {
      outcome: worst.outcome,
      evidence: [
        ...aliasLine(dns.dmarc.walk.find(({ name }) => name === `_dmarc.${at}`)),
        ...evidenceOf(worst.domain, worst.finding),
        ...(worst.outcome === 'at_apex' ? [`${dns.mail_domain} TXT "${apexRecord(dns) ?? ''}"`] : []),
        ...(worst.outcome === 'misplaced' ? misplaced(dns).map(({ name, text }) => `${name} TXT "${text}"`) : []),
      ],
      note: noteOf(worst.finding, dns),
      fix: dmarcFix(at, worst.outcome, dns, {
        written: writtenIn(worst.finding, dns),
        isWatched: (rua) => isWatched(rua, dns),
      }),
    };
  },
});

/** Null when the evidence does not decide it. */
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
      if (misplaced(dns).length > 0) return 'misplaced';
      return mailUse(dns) === 'used' ? 'missing_with_mail' : 'missing_without_mail';
    case 'found':
      return foundOutcome(finding, dns);
  }
}

/** A record published at the domain instead of at _dmarc, where receivers do not look. */
function apexRecord(dns: DnsEvidence): string | null {
  const apex = dns.spf.flatMap(({ policies }) => policies).find(({ name }) => name === dns.mail_domain);
  return apex?.records.find((record) => isDmarc(record)) ?? null;
}

/** Records at names like `_dmarc._dmarc.<domain>`, where receivers do not look. */
function misplaced({ dmarc }: DnsEvidence): { name: string; text: string }[] {
  return (dmarc.misplaced ?? []).flatMap(({ name, records }) =>
    records.filter((record) => isDmarc(record)).map((text) => ({ name, text })),
  );
}

/** The records that the fix starts from. */
function writtenIn(finding: DmarcFinding, dns: DnsEvidence): string[] {
  switch (finding.state) {
    case 'found':
      return [finding.record.text];
    case 'multiple':
      return finding.records;
    case 'malformed':
      return [finding.record];
    case 'none':
      return [apexRecord(dns) ?? finding.nearly?.text ?? misplaced(dns)[0]?.text].filter((text) => text !== undefined);
    case 'unknown':
      return [];
  }
}

function foundOutcome(finding: Extract<DmarcFinding, { state: 'found' }>, dns: DnsEvidence): Outcome {
  const { record, effective, inherited, organizational, found_at } = finding;
  // The record's own domain first: a parent's p=none also leaves the scanned host's organization unprotected.
  if (record.p === 'none') return isWatched(record.rua, dns) ? 'none' : 'none_unwatched';
  if (record.testing || record.pct === 0) return 'testing';
  if ((organizational && record.sp === 'none') || (inherited && effective === 'none')) return 'subdomains_open';
  if (organizational && record.np === 'none') return 'invented_open';
  if (record.pct !== null && record.pct < 100) return 'partial';
  // The mail domain is registrable, so it is no suffix. A host below it may be one.
  if (record.psd === 'y' && found_at === dns.mail_domain) return 'public_suffix';
  if (record.warnings.length > 0) return 'ignored_values';
  return record.rua.length > 0 && !isWatched(record.rua, dns) ? 'unheard' : record.p;
}

/** Whether any receiver of reports agrees to get them, as far as is known (RFC 9990). Nothing is posted to https URLs. */
function isWatched(rua: readonly string[], dns: DnsEvidence): boolean {
  const refused = dns.dmarc.report_hosts.filter(({ state }) => state === 'absent').map(({ host }) => host);
  return rua
    .filter(isMailto)
    .map((uri) => reportHost(uri) ?? '')
    .some((host) => !refused.includes(host) && !isOwnAndRefuses(host, dns));
}

/** An address of the domain itself, which accepts no mail (RFC 7505). */
function isOwnAndRefuses(host: string, dns: DnsEvidence): boolean {
  return host === dns.mail_domain && mailUse(dns) === 'refused';
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
    notes.push('There is no "rua" address, so no one receives the aggregate reports.');
  const urls = record.rua.filter((uri) => !isMailto(uri));
  if (urls.length > 0)
    notes.push(
      `Receivers need to support only "mailto:" (RFC 9989 §4.7), and mail providers send aggregate reports to nothing else: no reports arrive at ${urls.join(', ')}.`,
    );
  if (record.rua.filter(isMailto).some((uri) => isOwnAndRefuses(reportHost(uri) ?? '', dns)))
    notes.push(`No reports arrive at ${dns.mail_domain}, because its null MX says that it accepts no mail (RFC 7505).`);
  for (const { host, state } of dns.dmarc.report_hosts) {
    if (state !== 'absent') continue;
    notes.push(
      `Receivers will not send reports to ${host}, because it has no "v=DMARC1" record at "${found_at}._report._dmarc.${host}" to accept them (RFC 9990).`,
    );
  }
  if (!finding.organizational && (record.sp !== null || record.np !== null))
    notes.push('Receivers ignore its "sp" and "np", because a domain above it has a DMARC record too.');
  if (record.removed_tags.length > 0)
    notes.push(
      `RFC 9989 removed these tags, so current receivers ignore them: ${record.removed_tags.join(', ')}. Older receivers still use them.`,
    );
  if (record.unknown_tags.length > 0)
    notes.push(`Receivers ignore these unknown tags: ${record.unknown_tags.join(', ')}.`);
  if (record.faults.length > 0) notes.push(`Receivers act as if the policy were "none": ${record.faults.join('; ')}.`);
  if (record.warnings.length > 0) notes.push(`Receivers ignore: ${record.warnings.join('; ')}.`);
  return notes.join(' ');
}
