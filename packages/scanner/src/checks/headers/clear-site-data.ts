import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';
import { meantClearSiteData, parseClearSiteData } from '../../parse/headers/clear-site-data.ts';

/** Example that triggers it: `Clear-Site-Data: cookies, storage`. No finding when the header is absent. */
export default defineCheck({
  id: 'headers/clear-site-data',
  title: 'Clear-Site-Data',
  header: 'Clear-Site-Data',
  severity: 'minor',
  deduction: 1,
  why: 'Clear-Site-Data tells the browser to delete what it has stored for the site, for example at sign-out. Its values are quoted strings. Browsers ignore unquoted values, and the data stays.',
  fix: '"cache"',
  references: ['https://www.w3.org/TR/clear-site-data/#header'],
  needs: ['http'],
  outcomes: {
    good: {
      title: 'Clear-Site-Data is valid',
      status: 'good',
      note: 'On this page it clears the listed data at every visit. Send it with the sign-out response instead.',
    },
    partly: { title: 'Clear-Site-Data has unknown values', status: 'good' },
    unquoted: {
      title: 'Clear-Site-Data is invalid and clears nothing',
      weakness: 'clear-site-data-void',
      status: 'weak',
      note: 'None of the values is a quoted string that browsers recognize, so nothing is cleared. Once corrected, it clears the data at every visit to this page: send it with the sign-out response instead.',
    },
  },
  judge({ http }) {
    const values = fieldValues(finalHop(http).headers, 'clear-site-data');
    if (values.length === 0) return null;
    const { known, ignored } = parseClearSiteData(values);
    if (known.length === 0) {
      const meant = meantClearSiteData(values).map((value) => `"${value}"`);
      return { outcome: 'unquoted', evidence: values, fix: meant.length > 0 ? meant.join(', ') : '"cache"' };
    }
    if (ignored.length === 0) return { outcome: 'good', evidence: values };
    return { outcome: 'partly', evidence: values, note: `Browsers ignore: ${ignored.join(', ')}.` };
  },
});
