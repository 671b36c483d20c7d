import { defineCheck } from '../../check.ts';
import { NO_INTEGRITY } from '../../parse/browser/no-integrity.ts';
import { linesOf } from '../../parse/browser/page-lines.ts';
import { unrecorded } from '../../parse/browser/unrecorded.ts';
import { parseIntegrity } from '../../parse/page/sri.ts';
import { UNSCORED } from './unscored.ts';

/** Example that triggers it: a script adds `https://cdn.example/lib-1.2.3.js` without `integrity`. */
export default defineCheck({
  id: 'browser/script-integrity',
  title: 'Integrity of third-party scripts',
  severity: 'minor',
  deduction: 0,
  why: 'A script from another site runs with the full rights of the page. With an integrity hash, browsers run it only if it is unchanged. Without one, anyone who takes over its server can run code in the page.',
  fix: null,
  references: ['https://www.w3.org/TR/sri-2/'],
  needs: ['browser'],
  outcomes: {
    none: { title: 'No script from another site ran', status: 'good', nothing: true },
    good: { title: 'Third-party scripts have integrity hashes where possible', status: 'good' },
    unpinned: {
      title: 'Third-party scripts cannot have an integrity hash today',
      status: 'good',
      weakness: 'sri-missing',
      note: 'For information only: each line says why. Host the file yourself, or ask its provider for a versioned URL that allows cross-origin reads.',
    },
    missing: {
      title: 'Third-party scripts ran without an integrity hash',
      status: 'good',
      explanation:
        'The files listed first do not change, so they can have an integrity hash: the page worked when it was loaded with the hashes in place. Without a hash, anyone who takes over their server can run code in the page.',
      weakness: 'sri-missing',
      note: `${UNSCORED} Use the elements as they are listed, with their hashes.`,
    },
  },
  judge({ browser }) {
    const foreign = browser.pages.flatMap(({ scripts }) =>
      scripts.filter(({ kind, party }) => kind === 'file' && party === 'cross-site'),
    );
    const cut = unrecorded(browser, 'scripts');
    if (foreign.length === 0) return cut === null ? { outcome: 'none' } : { unknown: cut };
    const open = foreign.filter(
      ({ fixed, cors, integrity }) =>
        fixed === true && cors === true && !(integrity !== null && parseIntegrity(integrity).effective),
    );
    const unpinned = linesOf(browser, ({ scripts }) =>
      scripts.flatMap(({ url, unpinned: why }) => (url && why ? [`${url}: ${NO_INTEGRITY[why]}`] : [])),
    );
    if (open.length === 0) {
      if (unpinned.length > 0) return { outcome: 'unpinned', evidence: unpinned };
      return cut === null ? { outcome: 'good' } : { unknown: cut };
    }
    const pinned = linesOf(browser, ({ scripts }) =>
      scripts
        .filter((one) => open.includes(one))
        .map(
          ({ url, sha384 }) => `<script src="${url}" integrity="sha384-${sha384}" crossorigin="anonymous"></script>`,
        ),
    );
    return { outcome: 'missing', evidence: [...pinned, ...unpinned] };
  },
});
