import { defineCheck } from '../../check.ts';
import { finalHop } from '../../evidence/http.ts';
import { crossOriginPolicies, reportingEndpoints } from '../../parse/headers/cross-origin-policy.ts';

/** Example that triggers it: `Cross-Origin-Opener-Policy: "same-origin"`, a string where a token belongs. */
export default defineCheck({
  id: 'cross_origin/opener-policy',
  title: 'Cross-Origin-Opener-Policy',
  severity: 'minor',
  deduction: 2,
  why: 'COOP separates a page from windows of other origins that open it or that it opens, so that they can neither steer nor watch it.',
  fix: 'Cross-Origin-Opener-Policy: same-origin',
  references: ['https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies'],
  needs: ['http'],
  outcomes: {
    set: { title: 'Windows of other origins are cut off', status: 'good' },
    absent: {
      title: 'No Cross-Origin-Opener-Policy',
      status: 'good',
      note: 'Not set; it is opt-in. same-origin-allow-popups suits pages that open sign-in or payment windows.',
    },
    unsafe_none: {
      title: 'Cross-Origin-Opener-Policy states the default',
      status: 'good',
      note: 'unsafe-none is the default: windows of other origins stay connected.',
    },
    report_only: {
      title: 'Cross-Origin-Opener-Policy only reports',
      status: 'good',
      note: 'Only the report-only form is sent, which enforces nothing.',
    },
    invalid: {
      title: 'Cross-Origin-Opener-Policy is unreadable and ignored',
      weakness: 'coop-missing',
      status: 'weak',
      note: 'Browsers read one unquoted word in exactly this spelling, in one field; anything else counts as unsafe-none.',
    },
  },
  judge({ http }) {
    const { headers, url } = finalHop(http);
    const { opener, openerReportOnly } = crossOriginPolicies(headers, url);
    const evidence = opener.raw === null ? [] : [`Cross-Origin-Opener-Policy: ${opener.raw}`];
    if (!opener.valid) return { outcome: 'invalid', evidence };
    if (opener.raw === null) {
      if (openerReportOnly.raw === null) return { outcome: 'absent' };
      return { outcome: 'report_only', evidence: [`Cross-Origin-Opener-Policy-Report-Only: ${openerReportOnly.raw}`] };
    }
    if (opener.effective === 'unsafe-none') return { outcome: 'unsafe_none', evidence };
    const silent = opener.reportTo !== null && !reportingEndpoints(headers).has(opener.reportTo);
    return {
      outcome: 'set',
      evidence,
      note: silent ? `No Reporting-Endpoints field defines "${opener.reportTo}", so reports go nowhere.` : '',
    };
  },
});
