import { defineCheck } from '../../check.ts';
import { cutNote, isHttps, isInsecure, relation } from '../../parse/page/page-origin.ts';

/** Example that triggers it: `<base href="https://cdn.example/">`, which sends every relative script there. */
export default defineCheck({
  id: 'page_analysis/base-element',
  title: 'Base element',
  severity: 'important',
  deduction: 5,
  why: 'The base element decides where every relative address on the page leads. Pointed at another site, all relative scripts, links and forms go there; over http, they lose their encryption.',
  fix: "Point <base href> at this site over https, or drop it; add base-uri 'self' to the Content-Security-Policy.",
  references: ['https://html.spec.whatwg.org/multipage/semantics.html#the-base-element'],
  needs: ['page'],
  outcomes: {
    none: { title: 'No base element', status: 'good', nothing: true, note: 'The page has no base element.' },
    good: { title: 'Base element stays on this site', status: 'good' },
    same_site: {
      title: 'Base element leads to another host of this site',
      status: 'good',
      note: 'It leads to another host of the same site.',
    },
    cross_site: { title: 'Base element leads to another site', status: 'bad', weakness: 'base-foreign' },
    plain: {
      title: 'Base element turns addresses into plain http',
      status: 'bad',
      weakness: 'mixed-active',
      note: 'It turns every relative address into plain http.',
    },
  },
  judge({ page }) {
    if (!page.base) return { outcome: 'none', note: cutNote(page) };
    const { href, url, count } = page.base;
    const evidence = [`<base href="${href.slice(0, 200)}">`];
    const note = count > 1 ? `There are ${count} base elements; browsers use the first.` : '';
    if (url === null) return { outcome: 'good', evidence, note: `${note} Browsers ignore this value.`.trim() };
    if (isHttps(page) && isInsecure(url)) return { outcome: 'plain', evidence, note };
    const where = relation(url, page.url);
    if (where === 'cross-site') return { outcome: 'cross_site', evidence, note };
    return { outcome: where === 'same-site' ? 'same_site' : 'good', evidence, note };
  },
});
