import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';
import { parseClearSiteData } from '../../parse/headers/clear-site-data.ts';

/** Example that triggers it: `Clear-Site-Data: cookies, storage`. Absent, there is nothing to say. */
export default defineCheck({
  id: 'headers/clear-site-data',
  title: 'Clear-Site-Data',
  header: 'Clear-Site-Data',
  severity: 'minor',
  deduction: 1,
  why: 'Clear-Site-Data tells the browser to drop what it has stored for the site, as a sign-out should. Its types are quoted strings; without the quotes browsers ignore them and the data stays.',
  fix: '"cache", "cookies", "storage"',
  references: ['https://www.w3.org/TR/clear-site-data/#header'],
  needs: ['http'],
  outcomes: {
    good: {
      title: 'Clear-Site-Data is readable',
      status: 'good',
      note: 'Sent with this page, it clears what it names at every visit; it belongs to the answer of a sign-out.',
    },
    partly: { title: 'Clear-Site-Data names types that browsers do not know', status: 'good' },
    unquoted: {
      title: 'Clear-Site-Data is unreadable and clears nothing',
      weakness: 'cache-sensitive',
      status: 'weak',
      note: 'No type is a quoted string that browsers know, so nothing is cleared.',
    },
  },
  judge({ http }) {
    const values = fieldValues(finalHop(http).headers, 'clear-site-data');
    if (values.length === 0) return null;
    const { known, ignored } = parseClearSiteData(values);
    if (known.length === 0) return { outcome: 'unquoted', evidence: values };
    if (ignored.length === 0) return { outcome: 'good', evidence: values };
    return { outcome: 'partly', evidence: values, note: `Browsers ignore: ${ignored.join(', ')}.` };
  },
});
