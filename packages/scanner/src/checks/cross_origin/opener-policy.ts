import { defineCheck } from '../../check.ts';
import { finalHop } from '../../evidence/http.ts';
import { crossOriginPolicies } from '../../parse/headers/cross-origin-policy.ts';
import { meantFix } from './meant-fix.ts';
import { reportNote } from './report-note.ts';

/** Example that triggers it: `Cross-Origin-Opener-Policy: "same-origin"`, a string where a token belongs. */
export default defineCheck({
  id: 'cross_origin/opener-policy',
  title: 'Cross-Origin-Opener-Policy',
  severity: 'minor',
  deduction: 2,
  why: 'COOP separates a page from windows of other origins that open it or that it opens, so they can neither control nor observe it.',
  fix: 'Cross-Origin-Opener-Policy: same-origin',
  references: ['https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies'],
  needs: ['http'],
  outcomes: {
    set: { title: 'Page is separated from windows of other origins', status: 'good' },
    absent: {
      title: 'No Cross-Origin-Opener-Policy',
      status: 'good',
      nothing: true,
      note: 'Not set. COOP is optional. Use same-origin-allow-popups for pages that open sign-in or payment windows.',
    },
    unsafe_none: {
      title: 'Cross-Origin-Opener-Policy is set to the default',
      status: 'good',
      nothing: true,
      note: 'unsafe-none is the default: windows of other origins keep a reference to the page.',
    },
    report_only: {
      title: 'Cross-Origin-Opener-Policy is report-only',
      status: 'good',
      nothing: true,
      note: 'Only the report-only header is sent, which enforces nothing.',
    },
    invalid: {
      title: 'Cross-Origin-Opener-Policy is invalid and ignored',
      weakness: 'coop-missing',
      status: 'weak',
      note: 'Browsers accept one unquoted keyword in its exact spelling, in a single header. Anything else counts as unsafe-none. With same-origin, sign-in and payment windows lose their connection to the page: same-origin-allow-popups keeps it.',
    },
  },
  judge({ http }) {
    const { headers, url } = finalHop(http);
    const { opener, openerReportOnly } = crossOriginPolicies(headers, url);
    const evidence = opener.raw === null ? [] : [`Cross-Origin-Opener-Policy: ${opener.raw}`];
    if (!opener.valid) return { outcome: 'invalid', evidence, ...meantFix('Cross-Origin-Opener-Policy', opener) };
    if (opener.raw === null) {
      if (openerReportOnly.raw === null) return { outcome: 'absent' };
      return {
        outcome: 'report_only',
        evidence: [`Cross-Origin-Opener-Policy-Report-Only: ${openerReportOnly.raw}`],
        note: reportNote(openerReportOnly, headers),
      };
    }
    if (opener.effective === 'unsafe-none') return { outcome: 'unsafe_none', evidence };
    return { outcome: 'set', evidence, note: reportNote(opener, headers) };
  },
});
