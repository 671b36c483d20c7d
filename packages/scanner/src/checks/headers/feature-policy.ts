import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';

/** Example that shows it: `Feature-Policy: camera 'none'`. No finding when the header is absent. */
export default defineCheck({
  id: 'headers/feature-policy',
  title: 'Feature-Policy',
  header: 'Feature-Policy',
  severity: 'minor',
  deduction: 0,
  why: 'Feature-Policy is the old name of Permissions-Policy and has a different syntax. Current browsers read Permissions-Policy.',
  fix: null,
  references: ['https://www.w3.org/TR/permissions-policy/'],
  needs: ['http'],
  outcomes: {
    replaced: {
      title: 'Feature-Policy is replaced by Permissions-Policy',
      status: 'good',
      note: 'Replaced by Permissions-Policy, which is also sent. Remove Feature-Policy.',
    },
    alone: {
      title: 'Feature-Policy is obsolete',
      status: 'good',
      note: "Replaced by Permissions-Policy. Send the same rules in its syntax: camera=() instead of camera 'none'.",
    },
  },
  judge({ http }) {
    const { headers } = finalHop(http);
    const values = fieldValues(headers, 'feature-policy');
    if (values.length === 0) return null;
    return { outcome: fieldValues(headers, 'permissions-policy').length > 0 ? 'replaced' : 'alone', evidence: values };
  },
});
