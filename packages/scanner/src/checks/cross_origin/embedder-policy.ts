import { defineCheck } from '../../check.ts';
import { finalHop } from '../../evidence/http.ts';
import { crossOriginPolicies } from '../../parse/headers/cross-origin-policy.ts';
import { meantFix } from './meant-fix.ts';
import { reportNote } from './report-note.ts';

/** Example that triggers it: `Cross-Origin-Embedder-Policy: requirecorp`. */
export default defineCheck({
  id: 'cross_origin/embedder-policy',
  title: 'Cross-Origin-Embedder-Policy',
  severity: 'minor',
  deduction: 2,
  why: 'COEP keeps resources from other origins out of the page unless they opt in. Together with COOP, it lets browsers run the page in its own process.',
  fix: 'Cross-Origin-Embedder-Policy: credentialless',
  references: ['https://html.spec.whatwg.org/multipage/browsers.html#coep'],
  needs: ['http'],
  outcomes: {
    set: { title: 'Embedded resources must opt in', status: 'good' },
    absent: {
      title: 'No Cross-Origin-Embedder-Policy',
      status: 'good',
      nothing: true,
      note: 'Not set. COEP is optional and can break embeds, so set it only where you need isolation.',
    },
    unsafe_none: {
      title: 'Cross-Origin-Embedder-Policy is set to the default',
      status: 'good',
      nothing: true,
      note: 'unsafe-none is the default.',
    },
    report_only: {
      title: 'Cross-Origin-Embedder-Policy is report-only',
      status: 'good',
      nothing: true,
      note: 'Only the report-only header is sent, which enforces nothing.',
    },
    invalid: {
      title: 'Cross-Origin-Embedder-Policy is invalid and ignored',
      weakness: 'coep-missing',
      status: 'weak',
      note: 'Browsers accept one unquoted keyword in its exact spelling, in a single header. Anything else counts as unsafe-none. The corrected header keeps out files of other origins that do not opt in, so send it as Cross-Origin-Embedder-Policy-Report-Only first.',
    },
  },
  judge({ http }) {
    const { headers, url } = finalHop(http);
    const { embedder, embedderReportOnly } = crossOriginPolicies(headers, url);
    const evidence = embedder.raw === null ? [] : [`Cross-Origin-Embedder-Policy: ${embedder.raw}`];
    if (!embedder.valid) return { outcome: 'invalid', evidence, ...meantFix('Cross-Origin-Embedder-Policy', embedder) };
    if (embedder.raw === null) {
      if (embedderReportOnly.raw === null) return { outcome: 'absent' };
      return {
        outcome: 'report_only',
        evidence: [`Cross-Origin-Embedder-Policy-Report-Only: ${embedderReportOnly.raw}`],
        note: reportNote(embedderReportOnly, headers),
      };
    }
    if (embedder.effective === 'unsafe-none') return { outcome: 'unsafe_none', evidence };
    return { outcome: 'set', evidence, note: reportNote(embedder, headers) };
  },
});
