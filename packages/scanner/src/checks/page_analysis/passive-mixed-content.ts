import { defineCheck } from '../../check.ts';
import { finalHop } from '../../evidence/http.ts';
import {
  describeResource,
  isHttps,
  isInsecure,
  unlessCut,
  upgradesInsecureRequests,
} from '../../parse/page/page-origin.ts';
import { isPassive } from './mixed-content.ts';

/** Example that triggers it: `<img srcset="http://media.example/a.png 2x">` on an https page. */
export default defineCheck({
  id: 'page_analysis/passive-mixed-content',
  title: 'Mixed content: images, audio and video',
  severity: 'minor',
  deduction: 3,
  why: 'An image that an https page loads over http shows the network what the visitor is viewing and can be replaced in transit. Browsers try https instead and show nothing if that fails. They block plain http images in srcset and on IP addresses.',
  fix: 'Load it over https, or add upgrade-insecure-requests to the Content-Security-Policy.',
  references: ['https://www.w3.org/TR/mixed-content/#upgrade-algorithm'],
  needs: ['page', 'http'],
  outcomes: {
    none: { title: 'No image, audio or video to load', status: 'good', nothing: true },
    good: { title: 'Images, audio and video load over https', status: 'good' },
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
    upgradeable: {
      title: 'Images, audio or video use plain http URLs',
      status: 'weak',
      weakness: 'mixed-passive',
      deduction: 2,
      note: 'Current browsers automatically try https for these.',
    },
    blocked: {
      title: 'Browsers block images, audio or video over plain http',
      status: 'weak',
      weakness: 'mixed-passive',
      note: 'Browsers block these, so parts of the page are missing.',
    },
  },
  judge({ page, http }) {
    if (!isHttps(page)) return { outcome: 'plain_page' };
    const passive = page.resources.filter(isPassive);
    if (passive.length === 0) return unlessCut(page, { outcome: 'none' });
    const found = passive.filter(({ url }) => isInsecure(url));
    const evidence = found.map(describeResource);
    if (found.length === 0) return unlessCut(page, { outcome: 'good' });
    if (upgradesInsecureRequests(finalHop(http).headers, page)) return { outcome: 'upgraded', evidence };
    const blocked = found.filter((resource) => !resource.optional_blocking);
    if (blocked.length === 0) return { outcome: 'upgradeable', evidence };
    const rest = found.length - blocked.length;
    const note = rest > 0 ? `Browsers try https for ${rest === 1 ? 'another one' : `${rest} others`}.` : '';
    return { outcome: 'blocked', evidence: blocked.map(describeResource), note };
  },
});
