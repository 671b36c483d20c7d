import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';

/** Example that shows it: `Feature-Policy: camera 'none'`. Absent, there is nothing to say. */
export default defineCheck({
  id: 'headers/feature-policy',
  title: 'Feature-Policy',
  header: 'Feature-Policy',
  severity: 'minor',
  deduction: 0,
  why: 'Feature-Policy is the former name of Permissions-Policy, with another syntax. Current browsers read the new field.',
  fix: null,
  references: ['https://www.w3.org/TR/permissions-policy/'],
  needs: ['http'],
  outcomes: {
    replaced: {
      title: 'Feature-Policy is replaced by Permissions-Policy',
      status: 'good',
      note: 'Superseded by Permissions-Policy, which is sent as well: leave this one out.',
    },
    alone: {
      title: 'Feature-Policy is obsolete',
      status: 'good',
      note: 'Superseded by Permissions-Policy: send the same rules in that field’s syntax, camera=() for camera ’none’.',
    },
  },
  judge({ http }) {
    const { headers } = finalHop(http);
    const values = fieldValues(headers, 'feature-policy');
    if (values.length === 0) return null;
    return { outcome: fieldValues(headers, 'permissions-policy').length > 0 ? 'replaced' : 'alone', evidence: values };
  },
});
