import { defineCheck } from '../../check.ts';

/** An observation: a logo beside mail is decoration. */
export default defineCheck({
  id: 'dns/bimi',
  title: 'BIMI',
  severity: 'minor',
  deduction: 0,
  why: 'BIMI lets mail programs show the logo of a domain whose DMARC policy is enforced.',
  fix: null,
  references: ['https://datatracker.ietf.org/doc/draft-brand-indicators-for-message-identification/'],
  needs: ['dns'],
  outcomes: {
    present: {
      title: 'BIMI record is published',
      status: 'good',
      note: 'A BIMI record is published. It is decoration and is not scored.',
    },
  },
  judge({ dns: { bimi } }) {
    const records = bimi.records.filter((record) => /^v=BIMI1[ \t]*(;|$)/.test(record));
    if (records.length === 0) return null;
    return { outcome: 'present', evidence: records.map((record) => `${bimi.name} TXT "${record}"`) };
  },
});
