import { defineCheck } from '../../check.ts';
import { linesOf } from '../../parse/browser/page-lines.ts';

/** Example that triggers it: a policy that blocks the page's own analytics, as every visitor's console shows. */
export default defineCheck({
  id: 'browser/policy-violations',
  title: 'Policies that the page breaks',
  severity: 'minor',
  deduction: 0,
  why: 'Policies of the site itself, or of those it loads from, make browsers refuse parts of a page. Either the page then lacks something it needs, or the policy stops what does not belong there.',
  fix: 'Look at each line: allow what the page needs, remove what it does not.',
  references: ['https://www.w3.org/TR/CSP3/#violation-events'],
  needs: ['browser'],
  outcomes: {
    good: { title: 'No policy was broken while the page loaded', status: 'good' },
    broken: {
      title: 'Policies block parts of the page',
      status: 'good',
      weakness: 'policy-broken',
      note: 'A remark, seen in Chromium without anyone signed in: a policy that stops what does not belong there does its work. Look at each line.',
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
