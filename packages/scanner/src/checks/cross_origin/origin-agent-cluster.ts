import { parseItem } from '../../parse/headers/structured-field.ts';
import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';

/** Example that triggers it: `Origin-Agent-Cluster: true`, where a structured boolean (`?1`) belongs. */
export default defineCheck({
  id: 'cross_origin/origin-agent-cluster',
  title: 'Origin-Agent-Cluster',
  severity: 'minor',
  deduction: 1,
  why: 'Origin-Agent-Cluster asks the browser to isolate this origin from its sibling subdomains. The value is a structured boolean. Browsers ignore anything else.',
  fix: 'Origin-Agent-Cluster: ?1',
  references: ['https://html.spec.whatwg.org/multipage/browsers.html#origin-keyed-agent-clusters'],
  needs: ['http'],
  outcomes: {
    apart: { title: 'Origin is isolated from its sibling subdomains', status: 'good' },
    declined: {
      title: 'Origin-Agent-Cluster opts out of isolation',
      status: 'good',
      nothing: true,
      note: 'With ?0, sibling subdomains can still set document.domain to reach this page.',
    },
    invalid: {
      title: 'Origin-Agent-Cluster is invalid and ignored',
      weakness: 'coop-missing',
      status: 'weak',
      note: 'Browsers accept only ?1 and ?0, in a single header.',
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
