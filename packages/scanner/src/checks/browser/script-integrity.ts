import { defineCheck } from '../../check.ts';
import { NO_INTEGRITY } from '../../parse/browser/no-integrity.ts';
import { linesOf } from '../../parse/browser/page-lines.ts';
import { parseIntegrity } from '../../parse/page/sri.ts';

/** Example that triggers it: a script adds `https://cdn.example/lib-1.2.3.js` without `integrity`. */
export default defineCheck({
  id: 'browser/script-integrity',
  title: 'Integrity of third-party scripts that ran',
  severity: 'minor',
  deduction: 0,
  why: 'A script from another site runs with all rights of the page. A hash in its element makes browsers run those bytes and no others; without one, anyone who takes over the server it comes from runs code in the page.',
  fix: null,
  references: ['https://www.w3.org/TR/sri-2/'],
  needs: ['browser'],
  outcomes: {
    none: { title: 'No script from another site ran', status: 'good', nothing: true },
    good: { title: 'Third-party scripts that can be pinned are', status: 'good' },
    unpinned: {
      title: 'Third-party scripts ran that no hash can hold today',
      status: 'good',
      weakness: 'sri-missing',
      note: 'A remark: each line says why. Serve such a file from the site itself, or ask its owner for an address with a version that other sites may read.',
    },
    missing: {
      title: 'Third-party scripts ran without a hash that would hold',
      status: 'missing',
      explanation:
        'The first files named stay the same at their address and may be checked by a hash: the page was loaded with the hash in place and worked. Without it, anyone who takes over the server they come from runs code in the page.',
      weakness: 'sri-missing',
    },
  },
  judge({ browser }) {
    const foreign = browser.pages.flatMap(({ scripts }) =>
      scripts.filter(({ kind, party }) => kind === 'file' && party === 'cross-site'),
    );
    if (foreign.length === 0) return { outcome: 'none' };
    const open = foreign.filter(
      ({ fixed, cors, integrity }) =>
        fixed === true && cors === true && !(integrity !== null && parseIntegrity(integrity).effective),
    );
    const unpinned = linesOf(browser, ({ scripts }) =>
      scripts.flatMap(({ url, unpinned: why }) => (url && why ? [`${url}: ${NO_INTEGRITY[why]}`] : [])),
    );
    if (open.length === 0)
      return unpinned.length > 0 ? { outcome: 'unpinned', evidence: unpinned } : { outcome: 'good' };
    const urls = new Set(open.map(({ url }) => url));
    const elements = open
      .slice(0, 5)
      .map(({ url, sha384 }) => `<script src="${url}" integrity="sha384-${sha384}" crossorigin="anonymous"></script>`);
    return {
      outcome: 'missing',
      evidence: [
        ...linesOf(browser, ({ scripts }) => scripts.flatMap(({ url }) => (url && urls.has(url) ? [url] : []))),
        ...unpinned,
      ],
      fix: [...new Set(elements)].join('\n'),
    };
  },
});
