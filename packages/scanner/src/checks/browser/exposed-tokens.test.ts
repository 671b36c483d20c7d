import { expect, it } from 'vitest';
import { browserOf, requestTo } from '../../../test/browser-evidence.ts';
import { judged } from '../../../test/evidence.ts';
import type { BrowserStorage } from '../../evidence/browser.ts';
import exposedTokens from './exposed-tokens.ts';

const item = (key: string, looks: BrowserStorage['looks']): BrowserStorage => ({
  area: 'local',
  origin: 'https://example.test',
  key,
  bytes: 100,
  looks,
});

// RFC 6750 §5.3: bearer tokens do not belong in addresses; OWASP HTML5 cheat sheet: nor in storage.
it.each([
  ['good', {}],
  ['good', { storage: [item('theme', 'data'), item('visitor', 'token')] }],
  ['good', { requests: [requestTo('https://maps.test/js?key=AIza&client_id=1')] }],
  ['storage', { storage: [item('auth', 'jwt')] }],
  // A bearer token need not be a JSON Web Token (RFC 6750 §2.1).
  ['storage', { storage: [item('access_token', 'token')] }],
  ['storage', { storage: [item('app.refreshToken', 'token')] }],
  ['good', { storage: ['recaptcha', 'ajs_anonymous_id', 'csrf_token', 'fcm_token', 'pk'].map((key) => item(key, 'token')) }], // prettier-ignore
  ['good', { storage: [item('access_token', 'data')] }],
  ['address', { requests: [requestTo('wss://example.test/live?token=REDACTED', { secret: 'token' })] }],
  ['address', { requests: [requestTo('https://idp.test/t?client_secret=REDACTED')] }],
  ['good', { requests: [requestTo('https://api.stripe.com/v1/payment_intents/pi_1?client_secret=REDACTED')] }],
  ['good', { requests: [requestTo('https://idp.test/me?access_token=REDACTED', { status: null, failed: 'csp' })] }],
  ['key', { storage: [item('cfg', 'key'), item('auth', 'jwt')] }],
  ['address', { requests: [requestTo('https://api.test/me?access_token=REDACTED')] }],
  ['address', { storage: [item('auth', 'jwt'), { ...item('id_token', 'jwt'), area: 'address' as const }] }],
  ['address', { requests: [requestTo('https://example.test/a;x?a=1&PHPSESSID=REDACTED')] }],
  ['address', { requests: [requestTo('https://example.test/cart;jsessionid=REDACTED')] }],
  ['address', { requests: [requestTo('https://example.test/poll?sid=REDACTED')] }],
  // What analytics call a session, and tokens that are made for browsers.
  ['good', { requests: [requestTo('https://www.google-analytics.com/g/collect?v=2&tid=G-1&sid=REDACTED&sct=1')] }],
  ['good', { requests: [requestTo('https://example.test/g/collect?v=2&tid=G-1&sid=REDACTED')] }],
  ['good', { requests: [requestTo('https://bat.bing.com/action/0?ti=1&sid=REDACTED&vid=2')] }],
  ['good', { requests: [requestTo('https://api.mapbox.com/v4/a.json?access_token=REDACTED')] }],
  // Engine.IO numbers connections, Snowplow visits; Google and Foursquare bill by session.
  ['good', { requests: [requestTo('https://example.test/socket.io/?EIO=4&transport=polling&sid=REDACTED')] }],
  ['good', { requests: [requestTo('https://example.test/i?e=pv&tv=js-3.24.2&sid=REDACTED')] }],
  ['good', { requests: [requestTo('https://maps.googleapis.com/maps/api/place/details/json?sessiontoken=REDACTED')] }],
  ['good', { requests: [requestTo('https://api.cesium.com/v1/assets/1/endpoint?access_token=REDACTED')] }],
  ['address', { requests: [requestTo('https://storage.googleapis.com/a?access_token=REDACTED')] }],
  ['address', { requests: [requestTo('https://example.test/index.cfm?CFID=REDACTED&CFTOKEN=REDACTED')] }],
  ['address', { requests: [requestTo('https://example.test/shop?osCsid=REDACTED')] }],
  // ASP.NET with cookieless="UseUri".
  ['address', { requests: [requestTo('https://example.test/app/(S(lit3py55t21z5v55vlm25s55))/page.aspx')] }],
  ['good', { requests: [requestTo('https://example.test/app/(s)/page.aspx')] }],
  ['address', { requests: [requestTo('https://api.mapbox.com.evil.test/?access_token=REDACTED')] }],
])('outcome %s', (outcome, page) => {
  expect(judged(exposedTokens, { browser: browserOf(page) })?.outcome).toBe(outcome);
});

it('the evidence has the name of the key and never its value', () => {
  const storage = [item('auth', 'jwt'), { ...item('id', 'jwt'), area: 'session' as const }];
  const verdict = judged(exposedTokens, { browser: browserOf({ storage }) });
  expect(verdict?.evidence).toEqual(['localStorage “auth”', 'sessionStorage “id”']);
});

it('the most severe observation decides the outcome, and the evidence lists all', () => {
  const storage = [
    item('auth', 'jwt'),
    item('cfg', 'key'),
    { ...item('access_token', 'token'), area: 'address' as const },
  ];
  const verdict = judged(exposedTokens, { browser: browserOf({ storage }) });
  expect(verdict).toMatchObject({
    outcome: 'address',
    evidence: ['access_token in the page URL', 'localStorage “cfg”', 'localStorage “auth”'],
  });
});
