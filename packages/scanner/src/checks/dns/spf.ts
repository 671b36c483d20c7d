import { defineCheck } from '../../check.ts';
import { mailUse, type DnsEvidence } from '../../evidence/dns.ts';
import { ignoredTerms } from '../../parse/mail/spf-ignored.ts';
import type { SpfVerdict } from '../../parse/mail/spf-verdict.ts';
import { aliasLine, inPlaceOfAlias } from './alias-fix.ts';
import { aliasOf, spfFix } from './spf-fix.ts';

type Outcome = keyof typeof OUTCOMES;

/** Worst first: the first outcome that applies to any checked domain or record is reported. */
const OUTCOMES = {
  passes_everybody: {
    title: 'SPF lets anyone send mail',
    status: 'bad',
    weakness: 'spf-permissive',
    severity: 'critical',
    deduction: 12,
    explanation:
      'The SPF record lets any address on the internet send mail as this domain, so forged mail passes as genuine.',
  },
  several_open: {
    title: 'Several SPF records, and one lets anyone send mail',
    status: 'bad',
    weakness: 'spf-permissive',
    severity: 'critical',
    deduction: 12,
    explanation:
      'There is more than one SPF record, and one of them lets any address on the internet pass. Receivers treat this as an error or, worse, accept that record.',
  },
  broken_open: {
    title: 'SPF record has an error, and lets anyone send mail',
    status: 'bad',
    weakness: 'spf-permissive',
    severity: 'critical',
    deduction: 12,
    explanation:
      'The SPF record has a permanent error, so receivers ignore it. It also lets any address on the internet pass, and receivers that tolerate the error accept forged mail as genuine.',
  },
  large_share: {
    title: 'SPF lets a large part of the internet send mail',
    status: 'bad',
    weakness: 'spf-permissive',
    severity: 'important',
    deduction: 8,
    explanation:
      'The SPF record authorizes a large part of all public addresses, so most senders of forged mail can find one that passes.',
  },
  broken: {
    title: 'SPF record has an error',
    status: 'weak',
    weakness: 'spf-permissive',
    severity: 'important',
    deduction: 5,
    explanation:
      'The SPF record has a permanent error, so receivers ignore it and cannot tell forged mail from genuine mail.',
  },
  several: {
    title: 'More than one SPF record',
    status: 'weak',
    weakness: 'spf-permissive',
    severity: 'important',
    deduction: 5,
    explanation: 'There is more than one SPF record. Receivers must treat this as a permanent error (RFC 7208 §4.5).',
  },
  not_recognised: {
    title: 'TXT record is not recognized as SPF',
    status: 'missing',
    weakness: 'spf-missing',
    severity: 'important',
    deduction: 5,
    explanation: 'A TXT record looks like SPF but does not start with exactly "v=spf1", so receivers ignore it.',
  },
  missing_with_mail: {
    title: 'No SPF record',
    status: 'missing',
    weakness: 'spf-missing',
    severity: 'important',
    deduction: 5,
  },
  missing_without_mail: {
    title: 'No SPF record for a domain without mail',
    status: 'missing',
    weakness: 'spf-missing',
    severity: 'minor',
    deduction: 2,
    note: 'The domain has no mail server (MX). If it sends no mail, an SPF record should say so. Otherwise others can send mail in its name.',
  },
  neutral: {
    title: 'SPF has no policy for other senders',
    status: 'weak',
    weakness: 'spf-permissive',
    severity: 'minor',
    deduction: 2,
    explanation:
      'The SPF record lists senders but has no policy for all others ("-all" or "~all"), so forged mail gets a neutral result.',
  },
  wide: {
    title: 'SPF authorizes very large networks',
    status: 'weak',
    weakness: 'spf-permissive',
    severity: 'minor',
    deduction: 1,
    explanation: 'The SPF record authorizes very large networks, which include many senders unrelated to this domain.',
  },
  ptr: {
    title: 'SPF uses the outdated ptr mechanism',
    status: 'weak',
    weakness: 'informational',
    severity: 'minor',
    deduction: 1,
    explanation: 'The SPF record uses "ptr", which is slow and unreliable. RFC 7208 §5.5 says not to use it.',
  },
  ignored_terms: {
    title: 'SPF record has terms that receivers ignore',
    status: 'good',
    note: 'No points are deducted, because the rest of the record applies. Mail from senders in the ignored terms fails.',
  },
  softfail: {
    title: 'SPF marks other senders as suspicious',
    status: 'good',
    note: '"~all" marks other senders as suspicious. With an enforced DMARC policy, this is as good as "-all".',
  },
  hardfail: { title: 'SPF rejects other senders', status: 'good' },
} as const;

/** One /3 network of eight, and one /8. */
const LARGE_SHARE = 1 / 8;
const WIDE_SHARE = 1 / 256;

const ORDER = Object.keys(OUTCOMES) as Outcome[];

/** Examples that trigger it: no record; `v=spf1 +all`; eleven includes; `v=spf1 ipv4:192.0.2.1 -all`. */
export default defineCheck({
  id: 'dns/spf',
  title: 'SPF',
  severity: 'critical',
  deduction: 12,
  why: 'SPF lists the servers that may send mail for the domain. Without it, anyone can send mail that claims to come from the domain.',
  fix: null,
  references: ['https://www.rfc-editor.org/rfc/rfc7208'],
  needs: ['dns', 'spf'],
  outcomes: OUTCOMES,
  judge({ dns, spf }) {
    const judged = spf
      .map(({ domain, verdict }) => ({ domain, verdict, outcome: outcomeOf(verdict, dns) }))
      .filter(({ domain, outcome }) => aliasOf(domain, dns) === null || (outcome !== null && isOpen(outcome)));
    const known = judged.filter((one): one is typeof one & { outcome: Outcome } => one.outcome !== null);
    const [worst] = known.sort((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome));
    const undecided = judged.find((one) => one.outcome === null);
    const isGood = !worst || OUTCOMES[worst.outcome].status === 'good';
    if (!worst || (undecided && isGood))
      return { unknown: undecided?.verdict.unknown.join('; ') ?? 'no record was looked up' };
    const { domain, verdict, outcome } = worst;
    const alias = domain === dns.mail_domain ? dns.mx : undefined;
    return {
      outcome,
      evidence: [...aliasLine(alias), ...evidenceOf(domain, verdict, dns)],
      note: noteOf(verdict),
      fix: inPlaceOfAlias(alias, spfFix(domain, verdict, outcome, dns)),
    };
  },
});

/** The record lets everyone pass, but receivers may not get that far. */
const OPEN: Partial<Record<SpfVerdict['result'], Outcome>> = { multiple: 'several_open', permerror: 'broken_open' };

function isOpen(outcome: Outcome): boolean {
  return ORDER.indexOf(outcome) <= ORDER.indexOf('large_share');
}

/** Null when the evidence does not decide it. */
function outcomeOf(verdict: SpfVerdict, dns: DnsEvidence): Outcome | null {
  if (verdict.passes_everybody !== null) return OPEN[verdict.result] ?? 'passes_everybody';
  switch (verdict.result) {
    case 'unknown':
      return null;
    case 'multiple':
      return 'several';
    case 'permerror':
      return 'broken';
    case 'none':
      if (verdict.nearly !== null) return 'not_recognised';
      return mailUse(dns) === 'used' ? 'missing_with_mail' : 'missing_without_mail';
    case 'valid':
      if (verdict.share >= LARGE_SHARE) return 'large_share';
      if (verdict.all === null || verdict.all === '?') return 'neutral';
      if (verdict.share >= WIDE_SHARE || verdict.wide_networks.some((term) => /^\+?ip6/i.test(term))) return 'wide';
      if (verdict.uses_ptr) return 'ptr';
      if (ignoredTerms(verdict.record ?? '').length > 0) return 'ignored_terms';
      return verdict.all === '-' ? 'hardfail' : 'softfail';
  }
}

function evidenceOf(domain: string, verdict: SpfVerdict, dns: DnsEvidence): string[] {
  const target = aliasOf(domain, dns);
  const lines = target === null ? [] : [`${domain} CNAME ${target}`];
  if (verdict.record !== null) lines.push(`${target ?? domain} TXT "${verdict.record}"`);
  if (verdict.record === null && verdict.nearly !== null) lines.push(`${domain} TXT "${verdict.nearly}"`);
  if (lines.length === 0) return [`${domain} has no SPF record`];
  if (verdict.passes_everybody !== null) lines.push(`everyone passes because of ${verdict.passes_everybody}`);
  return [
    ...lines,
    ...verdict.at_fault,
    ...verdict.errors,
    ...verdict.wide_networks.map((network) => `large network: ${network}`),
  ];
}

function noteOf(verdict: SpfVerdict): string {
  if (verdict.record === null) return '';
  const notes = [
    // Receivers evaluate none of several records.
    verdict.result === 'multiple'
      ? ''
      : `It uses ${verdict.lookups} of 10 allowed DNS lookups and ${verdict.void_lookups} of 2 allowed empty ones.`,
    ...ignoredTerms(verdict.record),
  ].filter(Boolean);
  if (verdict.undecidable.length > 0) {
    notes.push(
      `Only a receiver can resolve these, because they depend on the message: ${verdict.undecidable.join(', ')}.`,
    );
  }
  if (verdict.record.length > 450) {
    notes.push(`The record is ${verdict.record.length} bytes long. Above 450 bytes it may not fit in one DNS packet.`);
  }
  return notes.join(' ');
}
