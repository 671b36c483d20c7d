import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';

/** Example that shows it: `X-XSS-Protection: 1; mode=block`. No finding when the header is absent. */
export default defineCheck({
  id: 'headers/x-xss-protection',
  title: 'X-XSS-Protection',
  header: 'X-XSS-Protection',
  severity: 'minor',
  deduction: 0,
  why: 'X-XSS-Protection controlled a filter that browsers have removed. It stopped few attacks and could be abused to switch off a page’s own scripts. Use a Content-Security-Policy instead.',
  fix: null,
  references: ['https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/X-XSS-Protection'],
  needs: ['http'],
  outcomes: {
    off: {
      title: 'X-XSS-Protection keeps the old filter off',
      status: 'good',
      note: 'The value 0 keeps the filter off in old browsers, as recommended.',
    },
    on: {
      title: 'X-XSS-Protection is obsolete',
      status: 'good',
      weakness: 'informational',
      note: 'No points are deducted, because current browsers ignore the header. Remove it or send 0: the filter in old browsers can be abused.',
    },
  },
  judge({ http }) {
    const values = fieldValues(finalHop(http).headers, 'x-xss-protection');
    if (values.length === 0) return null;
    return { outcome: values[0]?.trim().startsWith('0') ? 'off' : 'on', evidence: values };
  },
});
