import { isRemark } from '@palisade/report/remarks';
import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { pageOf } from '../../../test/page-of.ts';
import { pageAnalysisChecks } from './all.ts';

const PAGES = [
  '<p>',
  '<img src=/a.png><script src=/a.js></script><form method=post action=/a></form><iframe src=/w></iframe>',
  '<script src=https://cdn.other.test/jquery-3.7.1.min.js integrity=sha384-AAAA crossorigin></script>',
];

it.each(pageAnalysisChecks.map((check) => ({ id: check.id, check })))(
  '$id never says of a page that was read only in part that it has no fault',
  ({ id, check }) => {
    const canFind = Object.values(check.outcomes).some((outcome) => outcome.status !== 'good');
    for (const html of PAGES) {
      const verdict = judged(check, { page: { ...pageOf(html), cut_by: ['body'] } });
      if (verdict?.status !== 'good' || verdict.outcome === null || !canFind) continue;
      expect(isRemark({ id, outcome: verdict.outcome, status: 'good' }), `${verdict.outcome}: ${html}`).toBe(true);
    }
  },
);
