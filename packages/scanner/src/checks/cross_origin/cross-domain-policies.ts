import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';

/** Adobe, Cross Domain Policy File Specification, "Meta-policies". */
const KNOWN = ['none', 'master-only', 'by-content-type', 'by-ftp-filename', 'all', 'none-this-response'];

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
    unknown_value: {
      title: 'X-Permitted-Cross-Domain-Policies has no known value',
      status: 'good',
      nothing: true,
      note: 'The values are none, master-only, by-content-type, by-ftp-filename, all and none-this-response. Clients ignore any other, so their default applies.',
    },
    all: { title: 'Cross-domain policy files are allowed everywhere', weakness: 'cross-domain-open', status: 'bad' },
  },
  judge({ http }) {
    const values = fieldValues(finalHop(http).headers, 'x-permitted-cross-domain-policies').map((value) =>
      value.slice(0, 200),
    );
    if (values.length === 0) return null;
    const known = values.map((value) => value.trim().toLowerCase()).filter((value) => KNOWN.includes(value));
    const outcome = known.length === 0 ? 'unknown_value' : known.includes('all') ? 'all' : 'good';
    return {
      outcome,
      evidence: values.map((value) => `X-Permitted-Cross-Domain-Policies: ${value}`),
    };
  },
});
