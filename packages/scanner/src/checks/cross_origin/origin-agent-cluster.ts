import { parseItem } from 'structured-headers';
import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';

/** Example that triggers it: `Origin-Agent-Cluster: true`, where a structured boolean (`?1`) belongs. */
export default defineCheck({
  id: 'cross_origin/origin-agent-cluster',
  title: 'Origin-Agent-Cluster',
  severity: 'minor',
  deduction: 1,
  why: 'Origin-Agent-Cluster asks the browser to keep this origin apart from its sibling subdomains. The value is a structured boolean; anything else is ignored.',
  fix: 'Origin-Agent-Cluster: ?1',
  references: ['https://html.spec.whatwg.org/multipage/browsers.html#origin-keyed-agent-clusters'],
  needs: ['http'],
  outcomes: {
    apart: { title: 'The origin is kept apart from its subdomains', status: 'good' },
    declined: {
      title: 'Origin-Agent-Cluster asks for the old grouping by site',
      status: 'good',
      note: 'With ?0 subdomains can still relax document.domain to reach this page.',
    },
    invalid: {
      title: 'Origin-Agent-Cluster is unreadable and ignored',
      weakness: 'coop-missing',
      status: 'weak',
      note: 'Browsers know ?1 and ?0 only, in one field.',
    },
  },
  judge({ http }) {
    const values = fieldValues(finalHop(http).headers, 'origin-agent-cluster');
    if (values.length === 0) return null;
    const evidence = values.map((value) => `Origin-Agent-Cluster: ${value.slice(0, 200)}`);
    const asked = booleanOf(values.join(', '));
    if (asked === null) return { outcome: 'invalid', evidence };
    return { outcome: asked ? 'apart' : 'declined', evidence };
  },
});

function booleanOf(text: string): boolean | null {
  try {
    const [value] = parseItem(text.slice(0, 1024));
    return typeof value === 'boolean' ? value : null;
  } catch {
    return null;
  }
}
