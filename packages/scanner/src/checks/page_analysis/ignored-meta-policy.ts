import { defineCheck } from '../../check.ts';

/** Example that triggers its note: `<meta http-equiv="Content-Security-Policy">` in the body. */
export default defineCheck({
  id: 'page_analysis/ignored-meta-policy',
  title: 'Policy in the markup',
  severity: 'minor',
  deduction: 0,
  why: 'A Content-Security-Policy in a meta element works only inside head, and never as report-only. Elsewhere it looks like protection but has no effect.',
  fix: null,
  references: ['https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-content-security-policy'],
  needs: ['page'],
  outcomes: {
    ignored: {
      title: 'Browsers ignore a policy in the markup',
      status: 'good',
      note: 'The headers section shows which policy is enforced. It does not count this one.',
    },
  },
  judge({ page }) {
    if (page.meta_csp_ignored.length === 0) return null;
    const where = {
      body: 'outside head',
      template: 'inside a template',
      'report-only': 'report-only in a meta element',
    } as const;
    return {
      outcome: 'ignored',
      evidence: page.meta_csp_ignored.map(({ value, reason }) => `${where[reason]}: ${value.slice(0, 200)}`),
    };
  },
});
