import { defineCheck } from '../../check.ts';
import { counted } from '../../counted.ts';
import { COOKIE_TABLE_DATE } from '../../data/cookie-names.ts';
import { isStale, staleReason } from '../../data/freshness.ts';
import { THIRD_PARTIES_DATE } from '../../data/third-parties.ts';
import { linesOf } from '../../parse/browser/page-lines.ts';
import { cookiePurpose } from '../../parse/cookies/cookie-kind.ts';

const TRACKING: ReadonlySet<string> = new Set(['advertising', 'analytics', 'session recording']);

/** Example that triggers it: a page that requests `https://www.google-analytics.com/g/collect` before the visitor consents. */
export default defineCheck({
  id: 'browser/trackers',
  title: 'Tracking before consent',
  severity: 'minor',
  deduction: 0,
  why: 'The page contacts advertising or analytics services before the visitor has consented. In the European Union, most tracking needs consent first.',
  fix: 'Load these services and set their cookies only after the visitor has consented.',
  references: ['https://eur-lex.europa.eu/eli/dir/2002/58/2009-12-19'],
  needs: ['browser', 'third_parties'],
  outcomes: {
    good: { title: 'No known tracking before consent', status: 'good' },
    tracked: {
      title: 'Tracking runs before consent',
      status: 'good',
      weakness: 'tracked-before-consent',
      note: 'For information only: whether consent is needed depends on the law and the purpose.',
    },
  },
  judge({ browser, third_parties: parties }, { scannedAt }) {
    const services = parties
      .filter(({ purpose }) => purpose !== null && TRACKING.has(purpose))
      .map(
        ({ owner, purpose, requests, sites }) =>
          `${owner} (${purpose}): ${counted(requests, 'request')} to ${sites.join(', ')}`,
      );
    const cookies = linesOf(browser, ({ cookies: all }) =>
      all
        .filter(({ name, http_only: httpOnly, value, days }) =>
          TRACKING.has(
            cookiePurpose({ name, httpOnly, value: { ...value, hiddenPrefix: null }, maxAge: days, expires: null })
              .kind,
          ),
        )
        .map(({ name, domain }) => `cookie ${name} for ${domain}`),
    );
    const evidence = [...services, ...cookies];
    if (evidence.length === 0) {
      const oldest = [THIRD_PARTIES_DATE, COOKIE_TABLE_DATE].toSorted()[0] ?? '';
      return isStale(oldest, scannedAt) ? { unknown: staleReason(oldest) } : { outcome: 'good' };
    }
    return { outcome: 'tracked', evidence };
  },
});
