import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';

/** Example that shows it: `X-XSS-Protection: 1; mode=block`. Absent, there is nothing to say. */
export default defineCheck({
  id: 'headers/x-xss-protection',
  title: 'X-XSS-Protection',
  header: 'X-XSS-Protection',
  severity: 'minor',
  deduction: 0,
  why: 'X-XSS-Protection drove a filter that browsers have removed: it stopped few attacks and could be abused to switch off a page’s own scripts. A Content-Security-Policy does its work.',
  fix: null,
  references: ['https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/X-XSS-Protection'],
  needs: ['http'],
  outcomes: {
    off: {
      title: 'X-XSS-Protection keeps the old filter off',
      status: 'good',
      note: 'The value 0 keeps the filter of old browsers off, as is advised.',
    },
    on: {
      title: 'X-XSS-Protection is obsolete',
      status: 'good',
      note: 'Deprecated: leave the field out or send 0, since the filter of old browsers could be abused.',
    },
  },
  judge({ http }) {
    const values = fieldValues(finalHop(http).headers, 'x-xss-protection');
    if (values.length === 0) return null;
    return { outcome: values[0]?.trim().startsWith('0') ? 'off' : 'on', evidence: values };
  },
});
