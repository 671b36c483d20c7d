import { defineCheck } from '../../check.ts';
import type { DmarcFinding } from '../../parse/mail/dmarc-policy.ts';
import { isBimi, isNearlyBimi, parseBimi } from '../../parse/mail/bimi.ts';

/** An observation: a logo beside mail is decoration, and costs nothing. */
export default defineCheck({
  id: 'dns/bimi',
  title: 'BIMI',
  severity: 'minor',
  deduction: 0,
  why: 'BIMI lets mail programs show the logo of a domain whose DMARC policy is enforced.',
  fix: null,
  references: ['https://datatracker.ietf.org/doc/draft-brand-indicators-for-message-identification/'],
  needs: ['dns'],
  optional: ['dmarc'],
  outcomes: {
    faulty: {
      title: 'BIMI record is faulty',
      status: 'good',
      note: 'Mail programs show no logo. BIMI is decoration and is not scored.',
    },
    not_enforced: {
      title: 'BIMI record without an enforced DMARC policy',
      status: 'good',
      note: 'Mail programs show the logo only where DMARC says quarantine or reject for all mail, that of subdomains included. BIMI is decoration and is not scored.',
    },
    declined: {
      title: 'BIMI is declined',
      status: 'good',
      note: 'The record says that no logo is to be shown.',
    },
    unverified: {
      title: 'BIMI record without a certificate for the logo',
      status: 'good',
      note: 'Without "a=" and a mark certificate some mail programs show the logo, and Gmail and Apple Mail do not. It is decoration and is not scored.',
    },
    present: {
      title: 'BIMI record is published',
      status: 'good',
      note: 'A BIMI record is published. It is decoration and is not scored.',
    },
  },
  judge({ dns: { bimi, mail_domain: domain }, dmarc }) {
    const [record, ...others] = bimi.records.filter(isBimi);
    const nearly = bimi.records.find(isNearlyBimi);
    if (record === undefined) {
      const fault = 'it does not start with exactly "v=BIMI1;"';
      return nearly === undefined ? null : { outcome: 'faulty', evidence: [`${bimi.name} TXT "${nearly}"`, fault] };
    }
    const lines = [record, ...others].map((one) => `${bimi.name} TXT "${one}"`);
    if (others.length > 0) return { outcome: 'faulty', evidence: [...lines, 'only one record may be there'] };
    const { declined, faults, authority } = parseBimi(record);
    if (declined) return { outcome: 'declined', evidence: lines };
    if (faults.length > 0) return { outcome: 'faulty', evidence: [...lines, ...faults] };
    const finding = dmarc?.find((one) => one.domain === domain)?.finding;
    const lacking = finding && lackOf(finding, domain);
    if (lacking) return { outcome: 'not_enforced', evidence: [...lines, lacking] };
    return { outcome: authority === '' ? 'unverified' : 'present', evidence: lines };
  },
});

/** The DMARC record that keeps the logo away: not enforced, not for all mail, or open below the domain. Null: none does. */
function lackOf(finding: DmarcFinding, domain: string): string | null {
  switch (finding.state) {
    case 'unknown':
      return null;
    case 'none':
      return `_dmarc.${domain} has no DMARC record`;
    case 'malformed':
      return `_dmarc.${finding.at} TXT "${finding.record}": ${finding.error}`;
    case 'multiple':
      return `_dmarc.${finding.at} has ${finding.records.length} DMARC records, which count as none`;
    case 'found': {
      const { effective, record } = finding;
      const all = effective !== 'none' && record.sp !== 'none' && !record.testing && (record.pct ?? 100) === 100;
      return all ? null : `_dmarc.${finding.found_at} TXT "${record.text}"`;
    }
  }
}
