import { fieldValues, finalHop } from '../evidence/http.ts';
import { parseCspHeader, parseCspMeta } from '../parse/csp/policy.ts';
import { defineFact } from './fact.ts';

/** Header fields first, then the meta elements that browsers apply. */
export default defineFact({
  name: 'enforced_policies',
  needs: ['http'],
  optional: ['page'],
  compute({ http, page }) {
    const sent = fieldValues(finalHop(http).headers, 'content-security-policy');
    return [...parseCspHeader(sent), ...parseCspMeta(page?.meta_csp ?? [])];
  },
});
