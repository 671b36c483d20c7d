import { defineCheck } from '../../check.ts';

/** Example that triggers its note: `<meta http-equiv="X-Frame-Options">`, or a Content-Security-Policy in the body. */
export default defineCheck({
  id: 'page_analysis/ignored-meta-policy',
  title: 'Policies and headers in the markup',
  severity: 'minor',
  deduction: 0,
  why: 'A Content-Security-Policy in a meta element works only inside head, and never as report-only. Other security headers do not work there at all. They look like protection but have no effect.',
  fix: null,
  references: ['https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-content-security-policy'],
  needs: ['page'],
  outcomes: {
    headers: {
      title: 'Browsers ignore security headers in the markup',
      status: 'good',
      weakness: 'informational',
      note: 'No points are deducted here, but for each header that the response lacks. Browsers obey these headers only if the server sends them with the response.',
    },
    ignored: {
      title: 'Browsers ignore a policy in the markup',
      status: 'good',
      weakness: 'informational',
      note: 'No points are deducted here. The headers section shows which policy is enforced. It does not count this one.',
    },
  },
  judge({ page }) {
    const headers = (page.meta_headers ?? []).map(
      ({ name, value }) => `<meta http-equiv="${name}">: ${value.slice(0, 200)}`,
    );
    if (page.meta_csp_ignored.length === 0 && headers.length === 0) return null;
    const where = {
      body: 'outside head',
      template: 'inside a template',
      'report-only': 'report-only in a meta element',
    } as const;
    const policies = page.meta_csp_ignored.map(({ value, reason }) => `${where[reason]}: ${value.slice(0, 200)}`);
    return { outcome: headers.length > 0 ? 'headers' : 'ignored', evidence: [...headers, ...policies] };
  },
});
