import { defineCheck } from '../../check.ts';
import { linesOf } from '../../parse/browser/page-lines.ts';

/** Example that triggers it: a policy that blocks the page's own analytics, as every visitor's console shows. */
export default defineCheck({
  id: 'browser/policy-violations',
  title: 'Policy violations',
  severity: 'minor',
  deduction: 0,
  why: 'Policies of the site itself, or of the sites it loads from, make browsers block parts of the page. Either the page loses something it needs, or the policy stops something unwanted.',
  fix: 'Review each line: allow what the page needs and remove what it does not.',
  references: ['https://www.w3.org/TR/CSP3/#violation-events'],
  needs: ['browser'],
  outcomes: {
    good: { title: 'No policy violation while the page loaded', status: 'good' },
    broken: {
      title: 'Policies block parts of the page',
      status: 'good',
      weakness: 'policy-broken',
      note: 'For information only, observed in Chromium without signing in. If the policy blocks something unwanted, it works as intended. Please review each line.',
    },
  },
  judge({ browser }) {
    const evidence = linesOf(browser, ({ violations }) =>
      violations
        .filter(({ policy, report_only: reported }) => !reported && policy !== 'cookie' && policy !== 'mixed-content')
        .map(({ policy, directive, blocked, kind }) => `${policy} ${directive}: ${blocked ?? kind}`),
    );
    return evidence.length === 0 ? { outcome: 'good' } : { outcome: 'broken', evidence };
  },
});
