import { defineCheck } from '../../check.ts';
import { isBimi, parseBimi } from '../../parse/mail/bimi.ts';

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
      note: 'Mail programs show the logo only where DMARC says quarantine or reject for all mail. BIMI is decoration and is not scored.',
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
    if (record === undefined) return null;
    const lines = [record, ...others].map((one) => `${bimi.name} TXT "${one}"`);
    if (others.length > 0) return { outcome: 'faulty', evidence: [...lines, 'only one record may be there'] };
    const { declined, faults, authority } = parseBimi(record);
    if (declined) return { outcome: 'declined', evidence: lines };
    if (faults.length > 0) return { outcome: 'faulty', evidence: [...lines, ...faults] };
    const finding = dmarc?.find((one) => one.domain === domain)?.finding;
    if (
      finding?.state === 'none' ||
      (finding?.state === 'found' && (finding.effective === 'none' || finding.record.testing))
    )
      return { outcome: 'not_enforced', evidence: lines };
    return { outcome: authority === '' ? 'unverified' : 'present', evidence: lines };
  },
});
