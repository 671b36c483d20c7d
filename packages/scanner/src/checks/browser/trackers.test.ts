import { expect, it } from 'vitest';
import { browserOf, cookieNamed, requestTo } from '../../../test/browser-evidence.ts';
import { judged } from '../../../test/evidence.ts';
import trackers from './trackers.ts';

// Directive 2002/58/EC, Article 5(3): storing and reading on a visitor's device needs consent.
it.each([
  ['good', {}],
  ['good', { requests: [requestTo('https://js.stripe.com/v3/'), requestTo('https://fonts.gstatic.com/a.woff2')] }],
  ['tracked', { requests: [requestTo('https://region1.google-analytics.com/g/collect')] }],
  ['tracked', { requests: [requestTo('https://connect.facebook.net/en_US/fbevents.js')] }],
  ['tracked', { cookies: [cookieNamed('_ga')] }],
  // What the site's own policy blocks, or what is http on an https page, is never sent.
  ['good', { requests: [requestTo('https://www.google-analytics.com/a.js', { status: null, failed: 'csp' })] }],
  [
    'good',
    { requests: [requestTo('http://www.google-analytics.com/a.js', { status: null, failed: 'mixed-content' })] },
  ],
  ['tracked', { requests: [requestTo('https://www.google-analytics.com/a.js', { status: null, failed: 'net::ERR_TIMED_OUT' })] }], // prettier-ignore
  // Server-side Google Tag Manager and Matomo on the site's own host.
  ['tracked', { requests: [requestTo('https://m.example.test/g/collect?v=2&tid=G-1', { party: 'same-site' })] }],
  ['tracked', { requests: [requestTo('https://example.test/stats/matomo.php?action_name=a&idsite=1&rec=1')] }],
  ['good', { requests: [requestTo('https://example.test/collect?item=5')] }],
  // One host for search, sign-in and advertising.
  ['tracked', { requests: [requestTo('https://www.google.com/ccm/collect?en=page_view')] }],
  ['tracked', { requests: [requestTo('https://www.google.co.uk/ads/ga-audiences?v=1')] }],
  ['good', { requests: [requestTo('https://www.google.com/recaptcha/api.js')] }],
  ['good', { requests: [requestTo('https://i.pinimg.com/236x/a.jpg')] }],
  ['tracked', { requests: [requestTo('https://cdn.mouseflow.com/projects/a.js')] }],
  ['tracked', { requests: [requestTo('https://dpm.demdex.net/id')] }],
  // What consent banners set, and names that mean something else for other sites.
  ['good', { cookies: ['TAsessionID', 'notice_gdpr_prefs', 'mtm_consent_removed', '_hjOptOut', '__hs_opt_out', 'OptanonConsent', 'CookieConsent', 'euconsent-v2', 'didomi_token', 'uc_user_interaction', 'klaro', 'FCCDCF'].map((name) => cookieNamed(name)) }], // prettier-ignore
  ['good', { cookies: ['fr', 'test_cookie', 'nid'].map((name) => cookieNamed(name)) }],
  ['tracked', { cookies: [cookieNamed('fr', { party: 'cross-site', domain: '.facebook.com' })] }],
])('outcome %s', (outcome, page) => {
  expect(judged(trackers, { browser: browserOf(page) })?.outcome).toBe(outcome);
});

it('the evidence has the owner, the purpose and the number of requests', () => {
  const requests = [1, 2].map((id) => requestTo(`https://www.google-analytics.com/g/collect?n=${id}`));
  expect(judged(trackers, { browser: browserOf({ requests }) })?.evidence).toEqual([
    'Google (analytics): 2 requests to google-analytics.com',
  ]);
});

it('the evidence says where the site’s own host measures, and that consent was denied', () => {
  const requests = [
    requestTo('https://m.example.test/g/collect?v=2&tid=G-1', { party: 'same-site' }),
    requestTo('https://region1.google-analytics.com/g/collect?v=2&tid=G-1&gcs=G100&gcd=13p3'),
  ];
  expect(judged(trackers, { browser: browserOf({ requests }) })?.evidence).toEqual([
    'Google (analytics): 1 request to google-analytics.com',
    'Google (analytics) on the site’s own host m.example.test',
    'google-analytics.com was told that consent is denied (Google Consent Mode, gcs=G100)',
  ]);
});
