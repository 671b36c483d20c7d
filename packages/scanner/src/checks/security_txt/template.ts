import { mailUse, type DnsEvidence } from '../../evidence/dns.ts';
import type { SourceContext } from '../../facts/fact.ts';
import type { SecurityTxt } from '../../parse/security-txt/security-txt.ts';
import { httpsAuthority } from '../../target.ts';

const HALF_A_YEAR_MS = 180 * 86_400_000;

type Context = Pick<SourceContext, 'target' | 'scannedAt'>;

/** A ready-made file for this host, valid for half a year from the scan. */
export function securityTxtTemplate({ target, scannedAt }: Context, dns: DnsEvidence | undefined): string {
  return [
    ...contactLines(target, dns),
    expiresLine(scannedAt),
    'Preferred-Languages: en',
    `Canonical: https://${httpsAuthority(target)}/.well-known/security.txt`,
    '',
  ].join('\n');
}

export function expiresLine(scannedAt: number): string {
  return `Expires: ${new Date(scannedAt + HALF_A_YEAR_MS).toISOString().replace(/\.\d+Z$/u, 'Z')}`;
}

/** A mailbox of the domain, or a page if its null MX says that it accepts no mail (RFC 7505). */
export function contactLines(target: Context['target'], dns: DnsEvidence | undefined): string[] {
  const domain = target.registrable_domain ?? target.host;
  if (dns === undefined || dns.mail_domain !== domain || mailUse(dns) !== 'refused')
    return [`Contact: mailto:security@${domain}`];
  return [
    `# ${domain} accepts no mail. Name a page with a form, or a mailbox of another domain.`,
    `Contact: https://${httpsAuthority(target)}/report-a-vulnerability`,
  ];
}

/** What belongs after a change to a signed file: its signature no longer matches. */
export function signedAgain({ signature }: SecurityTxt): string {
  return signature === 'none' ? '' : '# Then sign the file again.';
}
