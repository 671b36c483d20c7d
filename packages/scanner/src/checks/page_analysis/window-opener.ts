import { defineCheck } from '../../check.ts';
import { unlessCut } from '../../parse/page/page-origin.ts';

/** Example that triggers it: `<a href="https://other.example" target=_blank rel=opener>`. */
export default defineCheck({
  id: 'page_analysis/window-opener',
  title: 'Links to new windows',
  severity: 'minor',
  deduction: 1,
  why: 'rel=opener lets the linked site navigate this window, for example to a copy of the sign-in page. Since 2021, browsers set no opener for links that do not ask for it.',
  fix: 'Remove rel="opener", or write rel="noopener".',
  references: ['https://html.spec.whatwg.org/multipage/links.html#link-type-opener'],
  needs: ['page'],
  outcomes: {
    good: { title: 'No link exposes window.opener', status: 'good' },
    opener: {
      title: 'Links expose window.opener',
      status: 'weak',
      weakness: 'blank-noopener',
      note: 'These links have rel=opener.',
    },
  },
  judge({ page }) {
    return page.opener_links.length > 0
      ? { outcome: 'opener', evidence: page.opener_links }
      : unlessCut(page, { outcome: 'good' });
  },
});
