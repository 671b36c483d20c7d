import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';
import { isNosniff } from '../../parse/headers/sniffed-type.ts';

/** Example that triggers it: `X-Content-Type-Options: sniff`, or no such header at all. */
export default defineCheck({
  id: 'headers/x-content-type-options',
  title: 'X-Content-Type-Options',
  header: 'X-Content-Type-Options',
  severity: 'important',
  deduction: 5,
  why: 'nosniff makes browsers trust the declared content type. Without it, a file that a visitor uploaded as an image can run as a script.',
  fix: 'nosniff',
  references: ['https://fetch.spec.whatwg.org/#x-content-type-options-header'],
  needs: ['http'],
  outcomes: {
    nosniff: { title: 'Browsers do not guess content types', status: 'good' },
    missing: { title: 'No X-Content-Type-Options', weakness: 'nosniff-missing', status: 'missing' },
    invalid: {
      title: 'X-Content-Type-Options has no effect',
      weakness: 'nosniff-missing',
      status: 'weak',
      deduction: 4,
      note: 'Browsers read only the first comma-separated value, and only "nosniff" has an effect.',
    },
  },
  judge({ http }) {
    const values = fieldValues(finalHop(http).headers, 'x-content-type-options');
    if (values.length === 0) return { outcome: 'missing' };
    return { outcome: isNosniff(values) ? 'nosniff' : 'invalid', evidence: values };
  },
});
