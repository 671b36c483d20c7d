import { defineCheck } from '../../check.ts';
import type { BrowserPage } from '../../evidence/browser.ts';
import { linesOf } from '../../parse/browser/page-lines.ts';
import { isInsecure } from '../../parse/page/page-origin.ts';
import { UNSCORED } from './unscored.ts';

const FIX = 'Build https URLs in scripts, and add upgrade-insecure-requests to the Content-Security-Policy.';

type Mixed = BrowserPage['mixed'][number];
/** Most severe first. */
const OUTCOMES = ['loaded', 'blocked', 'upgraded'] as const;

/** Example that triggers it: an https page whose script adds `<img src="http://…">`. */
export default defineCheck({
  id: 'browser/mixed-content',
  title: 'Mixed content in the browser',
  severity: 'important',
  deduction: 0,
  why: 'URLs that scripts build do not appear in the markup. Browsers block insecure content that could run code, load images over https instead, and mark the page as not secure for the rest.',
  fix: FIX,
  references: ['https://www.w3.org/TR/mixed-content/'],
  needs: ['browser'],
  outcomes: {
    good: { title: 'Everything loaded over https', status: 'good' },
    upgraded: {
      title: 'Browsers upgrade plain http URLs to https',
      status: 'good',
      severity: 'minor',
      weakness: 'mixed-passive',
      note: 'For information only: Chromium upgrades these automatically. Other and older browsers load or block them. Use https URLs.',
    },
    blocked: {
      title: 'Browsers block parts of the page that use plain http',
      status: 'good',
      weakness: 'mixed-passive',
      note: `${UNSCORED} ${FIX}`,
    },
    loaded: {
      title: 'Parts of the page loaded over plain http',
      status: 'good',
      weakness: 'mixed-active',
      note: `${UNSCORED} ${FIX}`,
    },
  },
  judge({ browser }) {
    const lines = (pick: (one: Mixed) => boolean): string[] =>
      linesOf(browser, ({ mixed }) =>
        // Where forms lead is judged as such: nothing of them was loaded. The visitor's own computer is no network.
        mixed
          .filter((one) => one.kind !== 'Form' && isInsecure(one.url.replace(/^ws:/u, 'http:')) && pick(one))
          .map(({ kind, url }) => `${kind} ${url}`),
      );
    const found = {
      loaded: lines((one) => one.loaded),
      blocked: lines((one) => !one.loaded && !one.upgraded),
      upgraded: lines((one) => one.upgraded),
    };
    const outcome = OUTCOMES.find((name) => found[name].length > 0);
    if (outcome === undefined) return { outcome: 'good' };
    // What is less severe is said of each line.
    const evidence = OUTCOMES.flatMap((name) =>
      found[name].map((line) => (name === outcome ? line : `${line} (${name})`)),
    );
    return { outcome, evidence };
  },
});
