import { defineCheck } from '../../check.ts';
import { finalHop } from '../../evidence/http.ts';
import { crossOriginPolicies } from '../../parse/headers/cross-origin-policy.ts';

/** Example that triggers it: `Cross-Origin-Embedder-Policy: requirecorp`. */
export default defineCheck({
  id: 'cross_origin/embedder-policy',
  title: 'Cross-Origin-Embedder-Policy',
  severity: 'minor',
  deduction: 2,
  why: 'COEP keeps files of other origins out of the page unless they agree. Together with COOP it lets browsers put the page into a process of its own.',
  fix: 'Cross-Origin-Embedder-Policy: credentialless',
  references: ['https://html.spec.whatwg.org/multipage/browsers.html#coep'],
  needs: ['http'],
  outcomes: {
    set: { title: 'Embedded resources must opt in', status: 'good' },
    absent: {
      title: 'No Cross-Origin-Embedder-Policy',
      status: 'good',
      note: 'Not set; it is opt-in and can break embeds, so set it only where isolation is needed.',
    },
    unsafe_none: {
      title: 'Cross-Origin-Embedder-Policy states the default',
      status: 'good',
      note: 'unsafe-none is the default.',
    },
    report_only: {
      title: 'Cross-Origin-Embedder-Policy only reports',
      status: 'good',
      note: 'Only the report-only form is sent, which enforces nothing.',
    },
    invalid: {
      title: 'Cross-Origin-Embedder-Policy is unreadable and ignored',
      weakness: 'coep-missing',
      status: 'weak',
      note: 'Browsers read one unquoted word in exactly this spelling, in one field; anything else counts as unsafe-none.',
    },
  },
  judge({ http }) {
    const { headers, url } = finalHop(http);
    const { embedder, embedderReportOnly } = crossOriginPolicies(headers, url);
    const evidence = embedder.raw === null ? [] : [`Cross-Origin-Embedder-Policy: ${embedder.raw}`];
    if (!embedder.valid) return { outcome: 'invalid', evidence };
    if (embedder.raw === null) {
      if (embedderReportOnly.raw === null) return { outcome: 'absent' };
      return {
        outcome: 'report_only',
        evidence: [`Cross-Origin-Embedder-Policy-Report-Only: ${embedderReportOnly.raw}`],
      };
    }
    return { outcome: embedder.effective === 'unsafe-none' ? 'unsafe_none' : 'set', evidence };
  },
});
