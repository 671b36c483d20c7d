import { defineCheck } from '../../check.ts';
import { cutNote } from '../../parse/page/page-origin.ts';
import { externalDependencies } from '../../parse/page/page-dependencies.ts';

/** Example that triggers its note: scripts, fonts and frames from three other sites. */
export default defineCheck({
  id: 'page_analysis/external-dependencies',
  title: 'Content from other sites',
  severity: 'minor',
  deduction: 0,
  why: 'Every other site that a page loads from sees its visitors, and those that give it scripts can do there whatever the page itself can.',
  fix: null,
  references: ['https://owasp.org/Top10/A08_2021-Software_and_Data_Integrity_Failures/'],
  needs: ['page'],
  outcomes: {
    none: {
      title: 'No content from other sites',
      status: 'good',
      note: 'Everything that the markup names comes from this site.',
    },
    some: {
      title: 'Content from other sites is loaded',
      status: 'good',
      note: 'Counted, not judged: only you know which of them you trust. Scripts may load more, which this scan does not see.',
    },
  },
  judge({ page }) {
    const dependencies = externalDependencies(page);
    if (dependencies.length === 0) return { outcome: 'none', note: cutNote(page) };
    return {
      outcome: 'some',
      note: cutNote(page),
      evidence: dependencies.map(({ site, hosts, kinds }) => {
        const counts = Object.entries(kinds).map(([kind, count]) => `${kind} ${count}`);
        return `${site}: ${counts.join(', ')}${hosts.length > 1 || hosts[0] !== site ? ` (${hosts.slice(0, 5).join(', ')})` : ''}`;
      }),
    };
  },
});
