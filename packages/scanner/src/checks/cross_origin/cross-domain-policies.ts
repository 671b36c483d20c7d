import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';

/** Example that triggers it: `X-Permitted-Cross-Domain-Policies: all`. */
export default defineCheck({
  id: 'cross_origin/cross-domain-policies',
  title: 'X-Permitted-Cross-Domain-Policies',
  severity: 'minor',
  deduction: 1,
  why: 'This header tells plug-ins and PDF readers whether policy files on this host may grant access to other origins. "all" accepts any such file, anywhere on the host.',
  fix: 'X-Permitted-Cross-Domain-Policies: none',
  references: ['https://owasp.org/www-project-secure-headers/#x-permitted-cross-domain-policies'],
  needs: ['http'],
  outcomes: {
    good: { title: 'Cross-domain policy files are restricted', status: 'good' },
    all: { title: 'Cross-domain policy files are allowed everywhere', weakness: 'cross-domain-open', status: 'bad' },
  },
  judge({ http }) {
    const values = fieldValues(finalHop(http).headers, 'x-permitted-cross-domain-policies').map((value) =>
      value.slice(0, 200),
    );
    if (values.length === 0) return null;
    const all = values.some((value) => value.trim().toLowerCase() === 'all');
    return {
      outcome: all ? 'all' : 'good',
      evidence: values.map((value) => `X-Permitted-Cross-Domain-Policies: ${value}`),
    };
  },
});
