import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';
import { parseCspHeader } from '../../parse/csp/policy.ts';

/** Example that shows it: `Content-Security-Policy-Report-Only: default-src 'self'`. Absent, there is nothing to say. */
export default defineCheck({
  id: 'headers/content-security-policy-report-only',
  title: 'Content-Security-Policy-Report-Only',
  header: 'Content-Security-Policy-Report-Only',
  severity: 'minor',
  deduction: 0,
  cwe: null,
  cweNote: 'an observation: a report-only policy neither protects nor harms',
  why: 'A report-only policy is for trying out: browsers report what it would have blocked and block nothing.',
  fix: null,
  references: ['https://www.w3.org/TR/CSP3/#cspro-header'],
  needs: ['http'],
  outcomes: {
    reporting: { status: 'good', note: 'Nothing is blocked by it; violations are reported to its endpoint.' },
    unheard: {
      status: 'good',
      note: 'Nothing is blocked by it, and it names neither report-to nor report-uri, so nobody hears of violations.',
    },
  },
  judge({ http }) {
    const values = fieldValues(finalHop(http).headers, 'content-security-policy-report-only');
    if (values.length === 0) return null;
    const heard = parseCspHeader(values).some(
      ({ directives }) => directives.has('report-to') || directives.has('report-uri'),
    );
    return { outcome: heard ? 'reporting' : 'unheard', evidence: values };
  },
});
