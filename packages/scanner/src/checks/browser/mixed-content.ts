import { defineCheck } from '../../check.ts';
import { linesOf } from '../../parse/browser/page-lines.ts';
import { UNSCORED } from './unscored.ts';

const FIX = 'Build https URLs in scripts, and add upgrade-insecure-requests to the Content-Security-Policy.';

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
    const lines = (pick: (one: { kind: string; loaded: boolean; upgraded: boolean }) => boolean): string[] =>
      linesOf(browser, ({ mixed }) => mixed.filter(pick).map(({ kind, url }) => `${kind} ${url}`));
    // Where forms lead is judged as such: nothing of them was loaded.
    const loaded = lines((one) => one.loaded && one.kind !== 'Form');
    if (loaded.length > 0) return { outcome: 'loaded', evidence: loaded };
    const blocked = lines((one) => !one.loaded && !one.upgraded);
    if (blocked.length > 0) return { outcome: 'blocked', evidence: blocked };
    const upgraded = lines((one) => one.upgraded);
    return upgraded.length > 0 ? { outcome: 'upgraded', evidence: upgraded } : { outcome: 'good' };
  },
});
