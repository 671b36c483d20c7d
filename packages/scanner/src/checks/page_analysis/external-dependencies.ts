import { defineCheck } from '../../check.ts';
import { cutNote } from '../../parse/page/page-origin.ts';
import { servicesOn } from '../../parse/csp/services.ts';
import { externalDependencies } from '../../parse/page/page-dependencies.ts';

/** Example that triggers its note: scripts, fonts and frames from three other sites. */
export default defineCheck({
  id: 'page_analysis/external-dependencies',
  title: 'Content from other sites',
  severity: 'minor',
  deduction: 0,
  why: 'Every other site that a page loads from can see its visitors, and scripts from other sites can do anything the page itself can.',
  fix: null,
  references: ['https://owasp.org/Top10/A08_2021-Software_and_Data_Integrity_Failures/'],
  needs: ['page'],
  outcomes: {
    none: {
      title: 'No content from other sites',
      status: 'good',
      note: 'Everything in the markup loads from this site.',
    },
    by_script: {
      title: 'Page loads content from other sites by script',
      status: 'good',
      note: 'The markup loads nothing from other sites, but an inline script loads a service that does. For information only: you decide which of them to trust.',
    },
    some: {
      title: 'Page loads content from other sites',
      status: 'good',
      note: 'For information only: you decide which of them to trust. Scripts may load more content that this scan does not see.',
    },
  },
  judge({ page }) {
    const dependencies = externalDependencies(page);
    if (dependencies.length === 0) {
      const services = servicesOn(page).map(({ name }) => name);
      return services.length > 0
        ? { outcome: 'by_script', evidence: services.slice(0, 20), note: cutNote(page) }
        : { outcome: 'none', note: cutNote(page) };
    }
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
