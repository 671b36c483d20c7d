import { defineCheck } from '../../check.ts';
import { finalHop } from '../../evidence/http.ts';
import { isActive, isPassive } from './mixed-content.ts';
import { isHttps, isInsecure, relation, unlessCut, upgradesInsecureRequests } from '../../parse/page/page-origin.ts';

/** Example that triggers it: `<base href="https://cdn.example/">`, which sends every relative script there. */
export default defineCheck({
  id: 'page_analysis/base-element',
  title: 'Base element',
  severity: 'important',
  deduction: 5,
  why: 'The base element sets the base of every relative URL on the page. If it points at another site, all relative scripts, links and forms go there. If it points at http, they are not encrypted.',
  fix: "Point <base href> at this site over https, or remove it. Add base-uri 'self' to the Content-Security-Policy.",
  references: ['https://html.spec.whatwg.org/multipage/semantics.html#the-base-element'],
  needs: ['page'],
  optional: ['http'],
  outcomes: {
    none: { title: 'No base element', status: 'good', nothing: true, note: 'The page has no base element.' },
    good: { title: 'Base element points to this site', status: 'good' },
    same_site: {
      title: 'Base element points to another host of this site',
      status: 'good',
      note: 'It points to another host of the same site.',
    },
    upgraded: {
      title: 'Policy upgrades the plain http URLs of the base element',
      status: 'good',
      note: 'The base element uses plain http, but upgrade-insecure-requests makes browsers load the files of the page over https. It does not upgrade links to other sites.',
    },
    counted: {
      title: 'Base element makes relative files use plain http',
      status: 'good',
      weakness: 'mixed-active',
      note: 'No points are deducted here, but for the mixed content that it causes. Point it at this site over https.',
    },
    cross_site: { title: 'Base element points to another site', status: 'bad', weakness: 'base-foreign' },
    plain: {
      title: 'Base element makes relative URLs use plain http',
      status: 'bad',
      weakness: 'mixed-active',
      note: 'Every relative URL on the page uses plain http.',
    },
  },
  judge({ page, http }) {
    if (!page.base) return unlessCut(page, { outcome: 'none' });
    const { href, url, count } = page.base;
    const evidence = [`<base href="${href.slice(0, 200)}">`];
    const note = count > 1 ? `There are ${count} base elements; browsers use the first.` : '';
    if (url === null) return { outcome: 'good', evidence, note: `${note} Browsers ignore this value.`.trim() };
    if (isHttps(page) && isInsecure(url)) {
      if (upgradesInsecureRequests(http ? finalHop(http).headers : [], page))
        return { outcome: 'upgraded', evidence, note };
      const { origin } = new URL(url);
      const causes = page.resources.some(
        (one) => (isActive(one) || isPassive(one)) && isInsecure(one.url) && URL.parse(one.url)?.origin === origin,
      );
      return { outcome: causes ? 'counted' : 'plain', evidence, note };
    }
    const where = relation(url, page.url);
    if (where === 'cross-site') return { outcome: 'cross_site', evidence, note };
    return { outcome: where === 'same-site' ? 'same_site' : 'good', evidence, note };
  },
});
