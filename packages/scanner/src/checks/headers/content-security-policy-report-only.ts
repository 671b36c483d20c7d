import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';
import { cspFaults } from '../../parse/csp/faults.ts';
import { parseCspHeader } from '../../parse/csp/policy.ts';
import { undefinedEndpoints } from '../../parse/headers/reporting.ts';
import { isPublicSuffix, selfOf } from '../../policies.ts';
import { CSP_OUTCOMES } from './csp-outcomes.ts';

/** Example that shows it: `Content-Security-Policy-Report-Only: default-src 'self'`. No finding when the header is absent. */
export default defineCheck({
  id: 'headers/content-security-policy-report-only',
  title: 'Content-Security-Policy-Report-Only',
  header: 'Content-Security-Policy-Report-Only',
  severity: 'minor',
  deduction: 0,
  why: 'A report-only policy is for testing: browsers report what it would have blocked, but block nothing.',
  fix: null,
  references: ['https://www.w3.org/TR/CSP3/#cspro-header'],
  needs: ['http'],
  outcomes: {
    reporting: {
      title: 'A report-only policy reports violations',
      status: 'good',
      note: 'It blocks nothing. Browsers report violations to its endpoint.',
    },
    unheard: {
      title: 'A report-only policy has no reporting endpoint',
      status: 'good',
      weakness: 'informational',
      note: 'No points are deducted. The policy blocks nothing, and no one receives its reports: it has no report-uri, and no report-to whose endpoint a Reporting-Endpoints header defines.',
    },
  },
  judge({ http }) {
    const { headers } = finalHop(http);
    const values = fieldValues(headers, 'content-security-policy-report-only');
    if (values.length === 0) return null;
    const policies = parseCspHeader(values);
    const heard = policies.some(
      (policy) =>
        policy.directives.has('report-uri') ||
        (policy.directives.has('report-to') && undefinedEndpoints([policy], headers).length === 0),
    );
    const faults = policies.length > 0 ? cspFaults(policies, selfOf(http), isPublicSuffix) : [];
    const named = faults
      .slice(0, 3)
      .map(({ code, evidence }) => `${CSP_OUTCOMES[code].title} (${evidence.join('; ')})`);
    const note = named.length > 0 ? `If enforced unchanged, it would still be weak: ${named.join(', ')}.` : '';
    return { outcome: heard ? 'reporting' : 'unheard', evidence: values, note };
  },
});
