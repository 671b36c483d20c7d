import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';
import { integrityPolicy } from '../../parse/headers/cross-origin-policy.ts';

/** Example that triggers its note: `Integrity-Policy: blocked-destinations=(script)`. */
export default defineCheck({
  id: 'cross_origin/integrity-policy',
  title: 'Integrity-Policy',
  severity: 'minor',
  deduction: 1,
  why: 'Integrity-Policy makes browsers refuse scripts without a hash, so that a file changed on another server does not run.',
  fix: 'Integrity-Policy: blocked-destinations=(script)',
  references: ['https://www.w3.org/TR/sri-2/#integrity-policy-section'],
  needs: ['http'],
  outcomes: {
    enforced: { title: 'Integrity-Policy is enforced', status: 'good' },
    report_only: {
      title: 'Integrity-Policy only reports',
      status: 'good',
      note: 'Only the report-only form is sent, which enforces nothing.',
    },
    invalid: {
      title: 'Integrity-Policy is unreadable and ignored',
      weakness: 'integrity-policy-void',
      status: 'weak',
      note: 'Browsers cannot read it and enforce nothing.',
    },
  },
  judge({ http }) {
    const { headers } = finalHop(http);
    const shown = (name: string): string[] =>
      fieldValues(headers, name).map((value) => `${name}: ${value.slice(0, 200)}`);
    const policy = integrityPolicy(headers, 'integrity-policy');
    if (policy !== null) {
      return { outcome: policy === 'invalid' ? 'invalid' : 'enforced', evidence: shown('Integrity-Policy') };
    }
    const reportOnly = shown('Integrity-Policy-Report-Only');
    return reportOnly.length > 0 ? { outcome: 'report_only', evidence: reportOnly } : null;
  },
});
