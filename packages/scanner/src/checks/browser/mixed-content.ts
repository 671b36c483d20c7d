import { defineCheck } from '../../check.ts';
import { linesOf } from '../../parse/browser/page-lines.ts';

/** Example that triggers it: an https page whose script adds `<img src="http://…">`. */
export default defineCheck({
  id: 'browser/mixed-content',
  title: 'Mixed content that a browser met',
  severity: 'important',
  deduction: 0,
  why: 'Addresses that scripts build are in no markup. A browser blocks what could run, turns pictures into https, and shows the rest as not secure.',
  fix: 'Use https addresses wherever scripts build them, and add upgrade-insecure-requests to the Content-Security-Policy.',
  references: ['https://www.w3.org/TR/mixed-content/'],
  needs: ['browser'],
  outcomes: {
    good: { title: 'Everything was loaded over https', status: 'good' },
    upgraded: {
      title: 'Browsers turn plain http addresses into https',
      status: 'good',
      severity: 'minor',
      weakness: 'mixed-passive',
      note: 'A remark: Chromium upgrades these by itself; other browsers and older ones load or block them. Use https addresses.',
    },
    blocked: {
      title: 'Browsers block parts of the page that come over plain http',
      status: 'bad',
      weakness: 'mixed-passive',
    },
    loaded: { title: 'Parts of the page were loaded over plain http', status: 'bad', weakness: 'mixed-active' },
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
