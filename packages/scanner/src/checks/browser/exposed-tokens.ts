import { defineCheck } from '../../check.ts';
import type { BrowserRequest, BrowserStorage } from '../../evidence/browser.ts';
import { linesOf } from '../../parse/browser/page-lines.ts';
import { unrecorded } from '../../parse/browser/unrecorded.ts';
import { wasSent } from '../../parse/browser/was-sent.ts';
import { UNSCORED } from './unscored.ts';

/** Names of parameters that grant access. Keys of public services (`key`, `client_id`) are meant to be public. */
const SECRET = /[?&#;]((?:access|id|auth|refresh|session)[-_]?token|jwt|passw(?:or)?d|client[-_]?secret)=[^&#]/iu;
/** Names of session ids. In requests to other sites they number the visits that analytics count. */
const SESSION = /[?&#;]((?:php|j|osc)?sess(?:ion)?[-_]?id|sid|oscsid|zenid|cftoken)=[^&#]/iu;
/** ASP.NET without cookies: the session is a folder. */
const IN_PATH = /\/\((?:[AFX]\([^)/]+\))*S\([^)/]+\)(?:[AFX]\([^)/]+\))*\)\//u;
/**
 * `sid` of a measurement, on any host: with Google Analytics 4 the time when the visit began, with Snowplow the number of the visit.
 * With Engine.IO it is the number of a connection.
 */
const MEASURES = /[?&](?:tid=G-|tv=js-\d|EIO=\d)/u;
/** Maps and content: their access tokens for browsers are public, and their session tokens are for the bill. */
const PUBLIC =
  /^https:\/\/(?:[\w-]+\.)*(?:mapbox\.com|contentful\.com|prismic\.io|cesium\.com|jawg\.io|(?:maps|places)\.googleapis\.com|foursquare\.com|api\.stripe\.com)\//iu;

/** Names of entries in storage whose value, a random text, grants access. */
const GRANTS = /(?:access|refresh|id|auth|session|bearer|api|user)[-_.]?token$|^(?:token|jwt|bearer|authorization)$/iu;

/** @returns the name of the parameter; undefined if there is none */
function secretIn({ url, party, secret }: BrowserRequest): string | undefined {
  const own = party !== 'cross-site' && !MEASURES.test(url);
  const session = own ? (SESSION.exec(url)?.[1] ?? (IN_PATH.test(url) ? 'ASP.NET session' : undefined)) : undefined;
  return session ?? secret ?? (PUBLIC.test(url) ? undefined : SECRET.exec(url)?.[1]);
}

const FIX = 'Keep sessions in a cookie with Secure, HttpOnly and SameSite. Send tokens in a header, never in a URL.';

/** Example that triggers it: `localStorage.setItem('token', 'eyJ…')`, or `fetch('/api?access_token=…')`. */
export default defineCheck({
  id: 'browser/exposed-tokens',
  title: 'Tokens in storage and URLs',
  severity: 'important',
  deduction: 0,
  why: 'Any script in the page can read its storage, and URLs end up in logs, browser histories and referrers. One injected script is enough to steal a token kept there.',
  fix: FIX,
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/HTML5_Security_Cheat_Sheet.html#local-storage',
    'https://www.rfc-editor.org/rfc/rfc6750#section-5.3',
  ],
  needs: ['browser'],
  outcomes: {
    good: { title: 'No token in storage or URLs before sign-in', status: 'good' },
    storage: {
      title: 'Token in storage that scripts can read',
      status: 'good',
      severity: 'minor',
      weakness: 'token-exposed',
      note: `${UNSCORED} ${FIX} Observed without signing in. A signed-in session may store more.`,
    },
    key: {
      title: 'Secret provider key in storage',
      status: 'good',
      weakness: 'token-exposed',
      note: `${UNSCORED} ${FIX}`,
    },
    address: {
      title: 'Token in a page or request URL',
      status: 'good',
      weakness: 'token-in-address',
      note: `${UNSCORED} ${FIX}`,
    },
  },
  judge({ browser }) {
    const sent = linesOf(browser, ({ requests }) =>
      requests.filter(wasSent).flatMap((request) => {
        const name = secretIn(request);
        return name === undefined ? [] : [`${name} in a URL of ${URL.parse(request.url)?.host ?? 'a request'}`];
      }),
    );
    const shown = linesOf(browser, ({ storage }) =>
      storage.flatMap(({ area, key }) => (area === 'address' ? [`${key} in the page URL`] : [])),
    );
    const kept = (counts: (item: BrowserStorage) => boolean): string[] =>
      linesOf(browser, ({ storage }) =>
        storage
          .filter(counts)
          .filter(({ area }) => area !== 'address')
          .map(({ area, key }) => `${area === 'session' ? 'sessionStorage' : 'localStorage'} “${key}”`),
      );
    const keys = kept(({ looks }) => looks === 'key');
    const tokens = kept(({ looks, key }) => looks === 'jwt' || (looks === 'token' && GRANTS.test(key)));
    const evidence = [...sent, ...shown, ...keys, ...tokens];
    if (sent.length + shown.length > 0) return { outcome: 'address', evidence };
    if (keys.length > 0) return { outcome: 'key', evidence };
    if (tokens.length > 0) return { outcome: 'storage', evidence };
    const cut = unrecorded(browser, 'requests', 'storage');
    return cut === null ? { outcome: 'good' } : { unknown: cut };
  },
});
