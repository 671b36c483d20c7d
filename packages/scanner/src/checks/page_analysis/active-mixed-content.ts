import { defineCheck } from '../../check.ts';
import { finalHop } from '../../evidence/http.ts';
import {
  describeResource,
  isHttps,
  isInsecure,
  unlessCut,
  upgradesInsecureRequests,
} from '../../parse/page/page-origin.ts';
import { isActive } from './mixed-content.ts';

/** Example that triggers it: `<script src="http://cdn.example/a.js">` on an https page. */
export default defineCheck({
  id: 'page_analysis/active-mixed-content',
  title: 'Mixed content: scripts, styles and frames',
  severity: 'important',
  deduction: 10,
  why: 'Anyone on the network path can replace a script, style sheet, frame or font that an https page loads over http. Current browsers block it, which breaks the page. Old browsers run it.',
  fix: 'Load it over https, or add upgrade-insecure-requests to the Content-Security-Policy.',
  references: ['https://www.w3.org/TR/mixed-content/'],
  needs: ['page', 'http'],
  outcomes: {
    none: { title: 'No script, style or frame to load', status: 'good', nothing: true },
    good: { title: 'Scripts, styles and frames load over https', status: 'good' },
    plain_page: {
      title: 'Page is not served over https; mixed content does not apply',
      status: 'good',
      nothing: true,
      note: 'The page itself is not served over https. See the redirects section.',
    },
    upgraded: {
      title: 'Policy upgrades plain http URLs to https',
      status: 'good',
      note: 'upgrade-insecure-requests makes browsers send these requests over https.',
    },
    mixed: { title: 'Scripts, styles or frames load over plain http', status: 'bad', weakness: 'mixed-active' },
  },
  judge({ page, http }) {
    if (!isHttps(page)) return { outcome: 'plain_page' };
    const active = page.resources.filter(isActive);
    if (active.length === 0) return unlessCut(page, { outcome: 'none' });
    const found = active.filter(({ url }) => isInsecure(url)).map(describeResource);
    if (found.length === 0) return unlessCut(page, { outcome: 'good' });
    const upgraded = upgradesInsecureRequests(finalHop(http).headers, page);
    return { outcome: upgraded ? 'upgraded' : 'mixed', evidence: found };
  },
});
