import { defineCheck } from '../../check.ts';
import { mailUse, type DnsEvidence, type MtaStsEvidence } from '../../evidence/dns.ts';
import { aliasLine, inPlaceOfAlias } from './alias-fix.ts';
import { REDIRECTS } from '../../evidence/http.ts';
import type { MailServer } from '../../evidence/mail.ts';
import { listed } from '../../parse/listed.ts';
import { certificateFault } from '../../parse/mail/mail-certificate.ts';
import { coversMx, isMtaSts, parseMtaSts, parseMtaStsPolicy, type MtaStsPolicy } from '../../parse/mail/mta-sts.ts';

/** Examples that trigger it: `v=STSv1;` without id; a record whose policy file is a 404; an MX the policy does not list. */
export default defineCheck({
  id: 'dns/mta-sts',
  title: 'MTA-STS',
  severity: 'minor',
  deduction: 2,
  why: 'MTA-STS makes sending mail servers require an authenticated TLS connection. Without it, an attacker on the network path can strip the encryption and read mail in transit.',
  fix: null,
  references: ['https://www.rfc-editor.org/rfc/rfc8461'],
  needs: ['dns'],
  outcomes: {
    mx_not_covered: {
      title: 'MTA-STS policy does not cover every mail server',
      status: 'weak',
      weakness: 'mta-sts-missing',
      explanation:
        'The MTA-STS policy does not list every mail server of the domain, so senders that support it do not deliver to the missing ones.',
    },
    policy_missing: {
      title: 'MTA-STS policy cannot be fetched',
      status: 'weak',
      weakness: 'mta-sts-missing',
      explanation:
        'The DNS record announces an MTA-STS policy, but the policy cannot be fetched, so it protects nothing.',
    },
    policy_faulty: {
      title: 'MTA-STS policy is invalid',
      status: 'weak',
      weakness: 'mta-sts-missing',
      explanation: 'The MTA-STS policy file is invalid, so senders ignore it.',
    },
    certificate_refused: {
      title: 'Mail server’s certificate fails the MTA-STS policy',
      status: 'bad',
      weakness: 'mta-sts-missing',
      explanation:
        'The policy tells senders to deliver only to mail servers with a valid certificate, but one of the domain’s servers has none. Senders that support MTA-STS do not deliver to it.',
    },
    malformed: {
      title: 'MTA-STS record is malformed',
      status: 'weak',
      weakness: 'mta-sts-missing',
      deduction: 1,
      explanation: 'The MTA-STS record in DNS is malformed, so senders ignore it.',
    },
    absent: {
      title: 'MTA-STS is not used',
      status: 'good',
      note: 'Not used. It would stop attackers from stripping the encryption of incoming mail.',
    },
    not_needed: {
      title: 'MTA-STS is not needed: no mail servers',
      status: 'good',
      nothing: true,
      note: 'Not needed: the domain has no mail servers.',
    },
    off: {
      title: 'MTA-STS is being withdrawn',
      status: 'good',
      note: 'The policy mode is "none", which withdraws MTA-STS.',
    },
    testing: {
      title: 'MTA-STS is in testing mode',
      status: 'good',
      note: 'The policy mode is "testing": senders report failures but still deliver mail.',
    },
    enforce: { title: 'MTA-STS is enforced', status: 'good' },
  },
  judge({ dns }, { scannedAt }) {
    const { txt, policy } = dns.mta_sts;
    const domain = dns.mail_domain;
    if (txt.state === 'unknown') return { unknown: txt.reason ?? 'the lookup failed' };
    const records = txt.records.filter(isMtaSts);
    const lines = [...aliasLine(txt), ...txt.records.map((record) => `${txt.name} TXT "${record}"`)];
    const recordFix = [
      inPlaceOfAlias(txt, `${txt.name}. IN TXT "v=STSv1; id=${writtenId(txt.records)}"`),
      `; It needs a valid policy at https://mta-sts.${domain}/.well-known/mta-sts.txt.`,
    ].join('\n');
    const [record] = records;
    if (record === undefined) {
      if (txt.records.length > 0)
        return { outcome: 'malformed', evidence: [...lines, 'it does not start with "v=STSv1;"'], fix: recordFix };
      return { outcome: mailUse(dns) === 'used' ? 'absent' : 'not_needed', evidence: lines };
    }
    if (records.length > 1)
      return {
        outcome: 'malformed',
        evidence: [...lines, 'only one record is allowed'],
        fix: `Delete all but one of these records at ${txt.alias ?? txt.name}.`,
      };
    const { fault } = parseMtaSts(record);
    if (fault !== null) return { outcome: 'malformed', evidence: [...lines, fault], fix: recordFix };
    if (policy === null || policy.state === 'unknown')
      return { unknown: policy?.reason ?? 'the policy file was not fetched' };
    const exchanges = dns.mx.records.map((one) => one.exchange);
    const example = policyExample(domain, exchanges, parseMtaStsPolicy(policy.body ?? ''));
    if (policy.state === 'absent' || policy.certificate_fault !== null) {
      const redirected = policy.status !== null && REDIRECTS.includes(policy.status);
      const status = `it returned status ${policy.status ?? 0}${redirected ? ', and senders follow no redirect (RFC 8461 §3.3)' : ''}`;
      const why = policy.certificate_fault ?? policy.reason ?? status;
      return {
        outcome: 'policy_missing',
        evidence: [...lines, `${policy.url}: ${why}`],
        fix: `Serve this at ${policy.url} with a valid certificate. Once TLS reports show no failures, change the mode to enforce, and the id in the DNS record:\n${example}`,
      };
    }
    return judgePolicy(policy, dns, { lines, example, scannedAt });
  },
});

function judgePolicy(
  policy: NonNullable<MtaStsEvidence['policy']>,
  dns: DnsEvidence,
  { lines, example, scannedAt }: { lines: readonly string[]; example: string; scannedAt: number },
) {
  const exchanges = dns.mx.records.map((one) => one.exchange);
  const parsed = parseMtaStsPolicy(policy.body ?? '');
  // What is not there may be in the part that was not read.
  if (policy.too_large) parsed.faults = ['it is larger than 64 KB, and senders need not read more (RFC 8461 §3.3)'];
  if (parsed.faults.length > 0 || parsed.mode === null) {
    const evidence = [...lines, ...parsed.faults.map((fault) => `${policy.url}: ${fault}`)];
    return {
      outcome: 'policy_faulty',
      evidence,
      fix: `Serve this at ${policy.url}, and change the id in the DNS record:\n${example}`,
    } as const;
  }
  const evidence = [
    ...lines,
    `${policy.url}: ${[`mode ${parsed.mode}`, ...(parsed.mx.length > 0 ? [listed(parsed.mx)] : [])].join(', ')}`,
  ];
  if (parsed.mode === 'none') return { outcome: 'off', evidence } as const;
  const uncovered = exchanges.filter((exchange) => exchange !== '.' && !coversMx(parsed.mx, exchange));
  // RFC 8461 §5: while testing, senders deliver and report.
  if (uncovered.length > 0 && parsed.mode === 'enforce') {
    return {
      outcome: 'mx_not_covered',
      evidence: [...evidence, ...uncovered.map((exchange) => `not covered: ${exchange}`)],
      fix: `Add to ${policy.url}, then change the id in the DNS record:\n${uncovered.map((exchange) => `mx: ${exchange}`).join('\n')}`,
    } as const;
  }
  if (dns.mail_failure !== undefined && parsed.mode === 'enforce')
    return { unknown: dns.mail_failure, ours: true } as const;
  const refused = refusedServers(dns.mail_servers ?? [], scannedAt);
  if (refused.length > 0 && parsed.mode === 'enforce') {
    return {
      outcome: 'certificate_refused',
      evidence: [...evidence, ...refused],
      fix: 'Turn on STARTTLS on each mail server, with a certificate from a public authority for the name in its MX record. Until then, set "mode: testing" in the policy and change the id in the DNS record.',
    } as const;
  }
  const unused = parsed.mx.filter((pattern) => !exchanges.some((exchange) => coversMx([pattern], exchange)));
  const notes = [
    exchanges.length > 0 && unused.length > 0
      ? `The policy also lists hosts that are not mail servers of the domain: ${listed(unused)}. Remove those you no longer use.`
      : '',
    parsed.mode === 'testing' && dns.tls_rpt.state === 'absent'
      ? `Testing mode only helps with reports, but there is no TLS-RPT record at ${dns.tls_rpt.name}.`
      : '',
    uncovered.length > 0
      ? `With "mode: enforce", senders would not deliver to ${listed(uncovered)}, because the policy does not list it.`
      : '',
    refused.length > 0 ? `With "mode: enforce", senders would not deliver: ${refused.join('; ')}.` : '',
    parsed.max_age !== null && parsed.max_age < DAY
      ? `max_age is ${parsed.max_age} seconds. With less than a day, senders forget the policy between messages. Several weeks is typical (RFC 8461 §3.2).`
      : '',
    policy.content_type !== null && /^text\/plain\s*(?:;|$)/i.test(policy.content_type)
      ? ''
      : `The file is served ${policy.content_type === null ? 'without a Content-Type' : `as ${policy.content_type}`}; RFC 8461 §3.2 requires text/plain.`,
  ];
  return { outcome: parsed.mode, evidence, note: notes.filter(Boolean).join(' ') } as const;
}

const DAY = 86_400;

/** RFC 8461 §4.1: senders deliver nothing without encryption or with a certificate that does not verify. */
function refusedServers(servers: readonly MailServer[], now: number): string[] {
  return servers.flatMap((server) => {
    if (server.state === 'clear' || server.state === 'tls_failed') return [`MX ${server.host}: ${server.reason}`];
    const fault = certificateFault(server, now);
    return fault === null ? [] : [`MX ${server.host}: ${fault}`];
  });
}

/** What the owner wrote, as far as senders understand it, and every mail server. A new policy starts with testing. */
function policyExample(domain: string, exchanges: readonly string[], written: MtaStsPolicy): string {
  const hosts = exchanges.filter((exchange) => exchange !== '.');
  const missing = hosts.filter((exchange) => !coversMx(written.mx, exchange));
  const all = [...written.mx, ...missing];
  const mx = (all.length > 0 ? all : [`mail.${domain}`]).map((exchange) => `mx: ${exchange}`);
  const { mode, max_age: age } = written;
  return ['version: STSv1', `mode: ${mode ?? 'testing'}`, ...mx, `max_age: ${age ?? 604_800}`].join('\n');
}

/** `id=2026-01-01` without the characters that an id cannot have. */
function writtenId(records: readonly string[]): string {
  const [, id = ''] = /\bid\s*=\s*([^;]*)/iu.exec(records[0] ?? '') ?? [];
  return id.replaceAll(/[^a-z\d]/giu, '').slice(0, 32) || '1';
}
