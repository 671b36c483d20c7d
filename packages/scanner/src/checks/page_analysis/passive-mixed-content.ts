import { defineCheck } from '../../check.ts';
import { finalHop } from '../../evidence/http.ts';
import {
  cutNote,
  describeResource,
  isHttps,
  isInsecure,
  upgradesInsecureRequests,
} from '../../parse/page/page-origin.ts';
import { isActive } from './mixed-content.ts';

/** Example that triggers it: `<img srcset="http://media.example/a.png 2x">` on an https page. */
export default defineCheck({
  id: 'page_analysis/passive-mixed-content',
  title: 'Mixed content: images, sound and video',
  severity: 'minor',
  deduction: 3,
  why: 'An image that an https page asks for over http tells the network what the visitor looks at and can be swapped on the way. Browsers ask for it over https instead and show nothing when that fails; image sets and addresses they block.',
  fix: 'Load it over https, or add upgrade-insecure-requests to the Content-Security-Policy.',
  references: ['https://www.w3.org/TR/mixed-content/#upgrade-algorithm'],
  needs: ['page', 'http'],
  outcomes: {
    good: { title: 'Images, sound and video load over https', status: 'good' },
    plain_page: {
      title: 'Page is not over https; mixed content does not apply',
      status: 'good',
      nothing: true,
      note: 'The page itself is not over https; that is judged in the redirects section.',
    },
    upgraded: {
      title: 'Plain http addresses are upgraded to https by the policy',
      status: 'good',
      note: 'upgrade-insecure-requests turns these requests into https before they leave.',
    },
    upgradeable: {
      title: 'Images, sound or video are addressed over plain http',
      status: 'weak',
      weakness: 'mixed-passive',
      deduction: 2,
      note: 'Current browsers try https for these by themselves.',
    },
    blocked: {
      title: 'Images, sound or video over plain http are blocked by browsers',
      status: 'weak',
      weakness: 'mixed-passive',
      note: 'Browsers block some of these, so the page shows gaps.',
    },
  },
  judge({ page, http }) {
    if (!isHttps(page)) return { outcome: 'plain_page' };
    const found = page.resources.filter((resource) => !isActive(resource) && isInsecure(resource.url));
    const evidence = found.map(describeResource);
    if (found.length === 0) return { outcome: 'good', note: cutNote(page) };
    if (upgradesInsecureRequests(finalHop(http).headers, page)) return { outcome: 'upgraded', evidence };
    return { outcome: found.every((resource) => resource.optional_blocking) ? 'upgradeable' : 'blocked', evidence };
  },
});
