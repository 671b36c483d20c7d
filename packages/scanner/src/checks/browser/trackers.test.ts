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
])('outcome %s', (outcome, page) => {
  expect(judged(trackers, { browser: browserOf(page) })?.outcome).toBe(outcome);
});

it('the evidence has the owner, the purpose and the number of requests', () => {
  const requests = [1, 2].map((id) => requestTo(`https://www.google-analytics.com/g/collect?n=${id}`));
  expect(judged(trackers, { browser: browserOf({ requests }) })?.evidence).toEqual([
    'Google (analytics): 2 requests to google-analytics.com',
  ]);
});
