import { defineCheck } from '../../check.ts';
import type { DmarcFinding } from '../../parse/mail/dmarc-policy.ts';
import { isBimi, isNearlyBimi, parseBimi } from '../../parse/mail/bimi.ts';

/** For information only: a logo next to a message is not a security feature. */
export default defineCheck({
  id: 'dns/bimi',
  title: 'BIMI',
  severity: 'minor',
  deduction: 0,
  why: 'BIMI lets email clients show the logo of a domain that enforces its DMARC policy.',
  fix: null,
  references: ['https://datatracker.ietf.org/doc/draft-brand-indicators-for-message-identification/'],
  needs: ['dns'],
  optional: ['dmarc'],
  outcomes: {
    faulty: {
      title: 'BIMI record is invalid',
      status: 'good',
      weakness: 'informational',
      note: 'No points are deducted, because BIMI is not a security feature. Email clients show no logo.',
    },
    not_enforced: {
      title: 'BIMI record without an enforced DMARC policy',
      status: 'good',
      weakness: 'informational',
      note: 'No points are deducted, because BIMI is not a security feature. Email clients show the logo only if the DMARC policy is quarantine or reject for all mail, including mail from subdomains.',
    },
    declined: {
      title: 'Domain opts out of BIMI',
      status: 'good',
      note: 'The record asks email clients to show no logo.',
    },
    unverified: {
      title: 'BIMI record has no certificate for the logo',
      status: 'good',
      note: 'Without "a=" and a mark certificate, some email clients show the logo but Gmail and Apple Mail do not. BIMI is not a security feature and is not scored.',
    },
    present: {
      title: 'BIMI record is published',
      status: 'good',
      note: 'A BIMI record is published. BIMI is not a security feature and is not scored.',
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
    if (others.length > 0) return { outcome: 'faulty', evidence: [...lines, 'only one record is allowed'] };
    const { declined, faults, authority } = parseBimi(record);
    if (declined) return { outcome: 'declined', evidence: lines };
    if (faults.length > 0) return { outcome: 'faulty', evidence: [...lines, ...faults] };
    const finding = dmarc?.find((one) => one.domain === domain)?.finding;
    const lacking = finding && lackOf(finding, domain);
    if (lacking) return { outcome: 'not_enforced', evidence: [...lines, lacking] };
    return { outcome: authority === '' ? 'unverified' : 'present', evidence: lines };
  },
});

/** The DMARC record that stops the logo: not enforced, not for all mail, or not for subdomains. Null if none does. */
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
