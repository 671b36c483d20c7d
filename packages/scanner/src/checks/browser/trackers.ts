import { defineCheck } from '../../check.ts';
import { counted } from '@palisade/report/counted';
import { COOKIE_TABLE_DATE } from '../../data/cookie-names.ts';
import { isStale, staleReason } from '../../data/freshness.ts';
import { THIRD_PARTIES_DATE } from '../../data/third-parties.ts';
import { linesOf } from '../../parse/browser/page-lines.ts';
import { trackingPath } from '../../parse/browser/tracking-path.ts';
import { unrecorded } from '../../parse/browser/unrecorded.ts';
import { wasSent } from '../../parse/browser/was-sent.ts';
import { siteOf } from '../../parse/page/page-origin.ts';
import { cookiePurpose } from '../../parse/cookies/cookie-kind.ts';

const TRACKING: ReadonlySet<string> = new Set(['advertising', 'analytics', 'session recording']);
/** Names that only these services set, for their own domains: `fr` of another site is a language. */
const OF_THEIR_OWN = /^(?:fr|ide|nid|anj|uuid2|muid|test_cookie|dsid|ysc|lidc|bcookie|bscookie)$/iu;
/** Google Consent Mode: no storage for advertising, none for analytics. Nothing is stored, but the request is sent. */
const DENIED = /[?&]gcs=G100(?:&|$)/u;

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
    const requests = browser.pages.flatMap((page) => page.requests.filter(wasSent));
    const own = requests
      .filter(({ party }) => party !== 'cross-site')
      .flatMap(({ url }) => {
        const known = trackingPath(url);
        return known ? [`${known.owner} (${known.purpose}) on the site’s own host ${URL.parse(url)?.host}`] : [];
      });
    const denied = requests.filter(({ url }) => DENIED.test(url));
    const modes = [...new Set(denied.map(({ url }) => siteOf(URL.parse(url)?.hostname ?? '')))].map(
      (site) => `${site} was told that consent is denied (Google Consent Mode, gcs=G100)`,
    );
    const cookies = linesOf(browser, ({ cookies: all }) =>
      all
        .filter(({ party, name }) => party === 'cross-site' || !OF_THEIR_OWN.test(name))
        .filter(({ name, http_only: httpOnly, value, days }) =>
          TRACKING.has(
            cookiePurpose({ name, httpOnly, value: { ...value, hiddenPrefix: null }, maxAge: days, expires: null })
              .kind,
          ),
        )
        .map(({ name, domain }) => `cookie ${name} for ${domain}`),
    );
    const evidence = [...services, ...new Set(own), ...modes, ...cookies];
    if (evidence.length === 0) {
      const oldest = [THIRD_PARTIES_DATE, COOKIE_TABLE_DATE].toSorted()[0] ?? '';
      if (isStale(oldest, scannedAt)) return { unknown: staleReason(oldest) };
      const cut = unrecorded(browser, 'requests', 'cookies');
      return cut === null ? { outcome: 'good' } : { unknown: cut };
    }
    return { outcome: 'tracked', evidence };
  },
});
