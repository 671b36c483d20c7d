import { defineCheck } from '../../check.ts';
import { linesOf } from '../../parse/browser/page-lines.ts';

/** Example that triggers it: a policy that blocks the page's own analytics, as every visitor's console shows. */
export default defineCheck({
  id: 'browser/policy-violations',
  title: 'Policies that the page breaks',
  severity: 'minor',
  deduction: 0,
  why: 'Every visitor’s browser refuses these parts today, by policies of the site itself or of those it loads from. Either the page lacks something it needs, or the policy stops what does not belong there.',
  fix: 'Look at each line: allow what the page needs, remove what it does not.',
  references: ['https://www.w3.org/TR/CSP3/#violation-events'],
  needs: ['browser'],
  outcomes: {
    good: { title: 'No policy was broken while the page loaded', status: 'good' },
    broken: { title: 'Policies block parts of the page', status: 'warn', weakness: 'policy-broken' },
  },
  judge({ browser }) {
    const evidence = linesOf(browser, ({ violations }) =>
      violations
        .filter(({ policy, report_only: reported }) => !reported && policy !== 'cookie' && policy !== 'mixed-content')
        .map(({ policy, directive, blocked, kind }) => `${policy} ${directive}: ${blocked ?? kind}`),
    );
    if (evidence.length === 0) return { outcome: 'good' };
    return { outcome: 'broken', evidence, note: 'Seen in Chromium, without anyone signed in.' };
  },
});
