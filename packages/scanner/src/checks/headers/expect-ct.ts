import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';

/** Example that shows it: `Expect-CT: max-age=86400, enforce`. No finding when the header is absent. */
export default defineCheck({
  id: 'headers/expect-ct',
  title: 'Expect-CT',
  header: 'Expect-CT',
  severity: 'minor',
  deduction: 0,
  why: 'Expect-CT asked browsers to require Certificate Transparency. They now require it for every public certificate anyway.',
  fix: null,
  references: ['https://www.rfc-editor.org/rfc/rfc9163'],
  needs: ['http'],
  outcomes: {
    obsolete: {
      title: 'Expect-CT is obsolete',
      status: 'good',
      note: 'Deprecated and without effect. Remove the header.',
    },
  },
  judge({ http }) {
    const values = fieldValues(finalHop(http).headers, 'expect-ct');
    return values.length === 0 ? null : { outcome: 'obsolete', evidence: values };
  },
});
