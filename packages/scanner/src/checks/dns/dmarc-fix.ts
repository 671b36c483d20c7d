import { mailUse, type DnsEvidence } from '../../evidence/dns.ts';
import type { DmarcDisposition } from '../../parse/mail/dmarc.ts';
import { dmarcIntent, type DmarcIntent } from '../../parse/mail/dmarc-intent.ts';
import { inPlaceOfAlias } from './alias-fix.ts';
import { txtData } from './txt-data.ts';

const CHECK_BEFORE =
  'Before you publish, read the reports: receivers will quarantine or reject mail of yours that passes neither SPF nor DKIM.';
const CHECK_UNHEARD =
  'Before you publish, make sure that each service that sends for you passes SPF or DKIM: receivers will quarantine or reject other mail, and there are no reports so far.';
const START =
  'If you do not know which services send mail for you, start with p=none and read the reports for two weeks.';

const IGNORED: ReadonlySet<string> = new Set(['malformed', 'several', 'not_recognised']);

const MISPLACED: ReadonlySet<string> = new Set(['at_apex', 'misplaced']);

const STRENGTH: readonly (DmarcDisposition | null)[] = [null, 'none', 'quarantine', 'reject'];

/**
 * The record to publish. It keeps what the owner wrote, and weakens nothing.
 *
 * @param at domain of the record found
 * @param written the records found, valid or not
 * @param isWatched whether a receiver of reports agrees to get them
 */
export function dmarcFix(
  at: string,
  outcome: string,
  dns: DnsEvidence,
  { written, isWatched }: { written: readonly string[]; isWatched: (rua: readonly string[]) => boolean },
): string {
  // A public suffix (`_dmarc.bank`): its registry publishes that record. The owner can publish one below it.
  const ofRegistry = dns.mail_domain.endsWith(`.${at}`);
  const domain = ofRegistry ? dns.mail_domain : at;
  const intents = (ofRegistry ? [] : written)
    .map(dmarcIntent)
    .toSorted((a, b) => STRENGTH.indexOf(b.p) - STRENGTH.indexOf(a.p));
  const intent = intents[0] ?? dmarcIntent('');
  const hasMail = mailUse(dns) === 'used';
  const watched = isWatched(intent.rua);
  // An owner who gets reports of p=none sends mail, or wants to know.
  const sends = hasMail || (intent.p === 'none' && watched);
  const p = intent.p === 'reject' || (intent.p !== 'quarantine' && !sends) ? 'reject' : 'quarantine';
  const asks = !MISPLACED.has(outcome) && (hasMail || (written.length > 0 && mailUse(dns) !== 'refused'));
  const rua = watched ? intent.rua : asks ? [`mailto:dmarc-reports@${dns.mail_domain}`] : [];
  const line = `_dmarc.${domain}. IN TXT ${txtData(recordOf({ ...intent, p, rua }))}`;
  const set = dns.dmarc.walk.find(({ name }) => name === `_dmarc.${domain}`);
  return `${inPlaceOfAlias(set, line)}\n; ${remarkOn(outcome, { hasMail: sends, watched, p, isNew: intent.p !== p, at: placeOf(outcome, dns) })}`;
}

function placeOf(outcome: string, { mail_domain: domain, dmarc }: DnsEvidence): string {
  return outcome === 'misplaced' ? (dmarc.misplaced?.[0]?.name ?? domain) : domain;
}

function recordOf({ p, sp, np, psd, adkim, aspf, rua, ruf, fo }: DmarcIntent): string {
  const tags = [
    ['v', 'DMARC1'],
    ['p', p],
    // Without `sp` and `np`, `p` applies to subdomains.
    ['sp', sp === 'none' || sp === p ? null : sp],
    ['np', np === 'none' || np === (sp === 'none' ? p : (sp ?? p)) ? null : np],
    ['psd', psd],
    ['adkim', adkim],
    ['aspf', aspf],
    ['rua', rua.join(',')],
    ['ruf', ruf.join(',')],
    ['fo', fo],
  ] as const;
  return tags.flatMap(([name, value]) => (value ? [`${name}=${value}`] : [])).join('; ');
}

function remarkOn(
  outcome: string,
  { hasMail, watched, p, isNew, at }: { hasMail: boolean; watched: boolean; p: string; isNew: boolean; at: string },
): string {
  const others = outcome === 'several' ? ' Delete the other records.' : '';
  if (outcome === 'at_apex') return `Delete the record at ${at}. ${START}`;
  if (outcome === 'misplaced')
    return `Delete the record at ${at}. Many DNS panels add the domain, or "_dmarc", to the name that you enter: check the name they show. ${START}`;
  if (!hasMail)
    return `If something does send mail with this domain, receivers will ${p} what passes neither SPF nor DKIM.${others}`;
  // Receivers have sent no reports about a record that they ignore.
  if (!isNew && !IGNORED.has(outcome)) return watched ? CHECK_BEFORE : CHECK_UNHEARD;
  if (outcome === 'none' && watched)
    return `Read the reports first and make sure that every service that sends for you passes. Then move to p=reject.`;
  if (outcome === 'none_unwatched')
    return `First publish it with p=none, because no one receives reports yet. After two weeks of reports, when every service that sends for you passes, move to p=quarantine and then to p=reject.`;
  return `${START}${others}`;
}
