import { defineCheck } from '../../check.ts';
import { mailUse } from '../../evidence/dns.ts';
import { isTlsRpt, meantReceivers, parseTlsRpt } from '../../parse/mail/tls-rpt.ts';
import { aliasLine, inPlaceOfAlias } from './alias-fix.ts';
import { txtData } from './txt-data.ts';

/** Example that triggers it: `_smtp._tls TXT "v=TLSRPTv1"` without `rua`. */
export default defineCheck({
  id: 'dns/tls-rpt',
  title: 'TLS reporting (TLS-RPT)',
  severity: 'minor',
  deduction: 1,
  why: 'TLS-RPT asks sending mail servers to report failed encryption. Without it, attacks and mistakes go unnoticed.',
  fix: null,
  references: ['https://www.rfc-editor.org/rfc/rfc8460'],
  needs: ['dns'],
  outcomes: {
    malformed: {
      title: 'TLS-RPT record is malformed',
      status: 'weak',
      weakness: 'tls-rpt-faulty',
      explanation: 'The TLS-RPT record is malformed, so senders send no reports.',
    },
    absent: {
      title: 'TLS-RPT is not used',
      status: 'good',
      nothing: true,
      note: 'Not used. With it, senders would report failed encryption of incoming mail.',
    },
    not_needed: {
      title: 'TLS-RPT is not needed: no mail servers',
      status: 'good',
      nothing: true,
      note: 'Not needed: the domain has no mail servers.',
    },
    present: { title: 'TLS-RPT record is published', status: 'good' },
  },
  judge({ dns }) {
    const set = dns.tls_rpt;
    if (set.state === 'unknown') return { unknown: set.reason ?? 'the lookup failed' };
    const lines = [...aliasLine(set), ...set.records.map((record) => `${set.name} TXT "${record}"`)];
    const meant = [...new Set(set.records.flatMap(meantReceivers))];
    const rua = meant.length > 0 ? meant.join(',') : `mailto:tls-reports@${dns.mail_domain}`;
    const line = inPlaceOfAlias(set, `${set.name}. IN TXT ${txtData(`v=TLSRPTv1; rua=${rua}`)}`);
    const fix = set.records.length > 1 ? `${line}\n; Delete the other TXT records at ${set.name}.` : line;
    const records = set.records.filter(isTlsRpt);
    const [record] = records;
    if (record === undefined) {
      if (set.records.length > 0)
        return { outcome: 'malformed', evidence: [...lines, 'it does not start with "v=TLSRPTv1;"'], fix };
      return { outcome: mailUse(dns) === 'used' ? 'absent' : 'not_needed' };
    }
    if (records.length > 1) return { outcome: 'malformed', evidence: [...lines, 'only one record is allowed'], fix };
    const { fault, skipped } = parseTlsRpt(record);
    if (fault !== null) return { outcome: 'malformed', evidence: [...lines, fault], fix };
    const note =
      skipped.length > 0 ? `Senders report to mailto: and https: URLs only, so not to ${skipped.join(', ')}.` : '';
    return { outcome: 'present', evidence: lines, note };
  },
});
