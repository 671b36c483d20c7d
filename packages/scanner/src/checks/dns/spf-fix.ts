import { hasMailServer, type DnsEvidence } from '../../evidence/dns.ts';
import { isSpf, openTerm, parseSpf } from '../../parse/mail/spf.ts';
import type { SpfVerdict } from '../../parse/mail/spf-verdict.ts';
import { spfAdvice } from './spf-advice.ts';
import { txtData } from './txt-data.ts';

const CHECK_BEFORE =
  'Before you publish, include every service that sends mail for you (office mail, newsletters, shop, tickets). Receivers may reject mail from services that are missing.';

/**
 * The end of the host's alias chain, whose SPF record applies to mail from the host (RFC 1034 §3.6.2). Such a record is
 * a service's own. It matters only if it lets strangers pass: that mail is aligned with the domain for DMARC.
 */
export function aliasOf(domain: string, dns: DnsEvidence): string | null {
  return domain === dns.mail_domain ? null : (dns.aliases.find(({ name }) => name === domain)?.chain.at(-1) ?? null);
}

export function spfFix(domain: string, verdict: SpfVerdict, outcome: string, dns: DnsEvidence): string {
  const target = aliasOf(domain, dns);
  // RFC 1034 §3.6.2: no other record may stand next to a CNAME.
  if (target !== null) return behindAlias(domain, target, dns);
  const record = (text: string): string => `${domain}. IN TXT ${txtData(text)}\n; ${CHECK_BEFORE}`;
  // The MX records are those of the mail domain. A host below it receives no mail. Who registers the name of a mail
  // server that does not exist could send as the domain.
  const senders = hasMailServer(dns) && domain === dns.mail_domain ? 'mx ' : '';
  switch (outcome) {
    case 'passes_everybody': {
      const fixed = strict(verdict.record ?? '', senders, verdict.passes_everybody);
      // Networks of several includes: no term of this record alone is at fault.
      return fixed === verdict.record ? narrower(domain, verdict) : `${record(fixed)}${includedNetworks(verdict)}`;
    }
    case 'broken_open':
      return `${brokenFix(domain, verdict)} Also replace ${verdict.passes_everybody?.replace(/ \(.*/su, '') ?? ''} with -all. ${CHECK_BEFORE}`;
    case 'broken':
      return brokenFix(domain, verdict);
    case 'several':
    case 'several_open':
      return merged(domain, dns, record);
    case 'neutral':
      return record(decided(verdict.record ?? '', senders));
    case 'wide':
    case 'large_share':
      return narrower(domain, verdict);
    case 'ptr':
      return withoutPtr(verdict.record ?? '', record, verdict.at_fault);
    case 'not_recognised':
      return (
        repaired(verdict.nearly ?? '', record) ??
        `${record(`v=spf1 ${senders}-all`)}\n; Keep the senders of the record that receivers ignore.`
      );
    default:
      return senders === '' ? record('v=spf1 -all') : `${record('v=spf1 mx -all')} Add an "include:" for each service.`;
  }
}

/** One record with the senders of all, which receivers accept (RFC 7208 §4.5). */
function merged(domain: string, dns: DnsEvidence, record: (text: string) => string): string {
  const policies = dns.spf.find((one) => one.domain === domain)?.policies ?? [];
  const records = policies.find(({ name }) => name === domain)?.records.filter(isSpf) ?? [];
  const parsed = records.map(parseSpf);
  if (records.length < 2 || parsed.some((policy) => policy.errors.length > 0 || openTerm(policy) !== null))
    return `Merge the SPF records of ${domain} into one and delete the others: one "v=spf1", all mechanisms, one "-all".`;
  const terms = records.flatMap((text) =>
    text
      .replaceAll(/ redirect=/giu, ' include:')
      .split(' ')
      .slice(1),
  );
  const senders = [...new Set(terms.filter((term) => term !== '' && !/^(?:[+?~-]?all$|exp=)/iu.test(term)))];
  const all = terms.some((term) => term.toLowerCase() === '-all') ? '-all' : '~all';
  return `${record(['v=spf1', ...senders, all].join(' '))} Delete the other records.${limitNote(senders)}`;
}

/** Terms that cost a receiver a lookup (RFC 7208 §4.6.4). */
const LOOKUP = /^[+?~-]?(?:(?:include|exists):|(?:a|mx|ptr)(?:[:/]|$))/iu;

/** What is inside the includes of several records is not looked up, because receivers evaluate none of them. */
function limitNote(senders: readonly string[]): string {
  const lookups = senders.filter((term) => LOOKUP.test(term)).length;
  if (lookups > 10)
    return ` First remove services that you no longer use: it needs ${lookups} DNS lookups, and receivers stop at 10.`;
  return senders.filter((term) => /^[+?~-]?include:/iu.test(term)).length > 1
    ? ' Receivers stop at 10 DNS lookups, those inside the includes counted, so scan again afterwards.'
    : '';
}

function behindAlias(domain: string, target: string, dns: DnsEvidence): string {
  return [
    `; ${domain} is an alias (CNAME), so the SPF record of ${target} applies to mail from ${domain}.`,
    `; Ask the operator of ${target} to correct that record, or replace the alias with address records and publish:`,
    `${domain}. IN TXT "v=spf1 -all"`,
    `; If you no longer use ${target}, delete the alias from the zone of ${dns.mail_domain}.`,
  ].join('\n');
}

/** What the includes that remain still allow, if it was networks that let everyone pass. */
function includedNetworks({ passes_everybody: open, wide_networks: wide }: SpfVerdict): string {
  const included = open?.startsWith('networks') ? wide.filter((network) => network.includes(' (record of ')) : [];
  return included.length === 0
    ? ''
    : `\n; The includes that remain allow large networks, too. Ask their operators, or name the sending networks instead: ${included.slice(0, 8).join(', ')}.`;
}

function narrower(domain: string, { wide_networks }: SpfVerdict): string {
  const [shown, rest] = [wide_networks.slice(0, 8).join(', '), wide_networks.length - 8];
  const networks = rest > 0 ? `${shown} and ${rest} more` : shown || 'its networks';
  return `Replace ${networks} with the networks that actually send mail for ${domain}.`;
}

function withoutPtr(own: string, record: (text: string) => string, included: readonly string[]): string {
  const text = own.replaceAll(/ [+?~-]?ptr(:\S*)?(?= |$)/gi, '');
  if (text !== own) return record(text);
  const names = included.map((line) => line.split(' ', 1)[0]).join(', ');
  return `Ask the operator of ${names} to remove "ptr" from that record, or replace the include with the sending networks (ip4:, ip6:).`;
}

function brokenFix(domain: string, verdict: SpfVerdict): string {
  return `In the SPF record of ${domain}: ${verdict.errors.map(spfAdvice).join('; ')}.`;
}

/**
 * `v=spf1; mx; -all`, quotes, tabs, a missing `v=`: the same record as receivers recognize it. Null if it has errors or
 * lets everyone pass.
 */
function repaired(nearly: string, record: (text: string) => string): string | null {
  const text = nearly
    .replaceAll(/\\009|[\s;,"'\\]+/gu, ' ')
    .trim()
    .replace(/^(?:v\s*=\s*)?spf\s?1 ?/iu, 'v=spf1 ');
  if (!isSpf(text)) return null;
  const policy = parseSpf(text);
  const usable = policy.errors.length === 0 && policy.mechanisms.length > 0 && openTerm(policy) === null;
  return usable ? record(text.trimEnd()) : null;
}

/** The record with a result for every sender: "-all" at its end, a redirect as an include, no `?` terms. */
function decided(record: string, senders: string): string {
  const text = strict(record.replaceAll(/ redirect=/giu, ' include:'), senders);
  return text === record ? strict(record.replaceAll(/ \?\S+/gu, ''), senders) : text;
}

/** The record without the terms that let everyone pass, ending in "-all". */
function strict(record: string, senders: string, open: string | null = null): string {
  // `include:a.example (+all)`: the term, and why.
  const [openTerm] = open?.split(' ', 1) ?? [];
  const terms = record
    .split(' ')
    .slice(1)
    .filter(
      (term) =>
        term !== '' &&
        term !== openTerm &&
        !(open?.startsWith('networks') && /^\+?ip[46]:[^/]*\/(?:[1-9]|1[0-6])$/i.test(term)) &&
        !/^[+?~-]?all$/i.test(term) &&
        !/^\+?(?:ip4:[^/]*|ip6:[^/]*|(?:a|mx)(?::[^/]*)?)\/(?:\/?0|[1-3])(?:\/|$)/i.test(term) &&
        !/^redirect=/i.test(term),
    );
  return `v=spf1 ${terms.length > 0 ? `${terms.join(' ')} ` : senders}-all`;
}
