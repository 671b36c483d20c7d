import { blocks } from '../../fix-blocks.ts';
import type { SeenCookie } from '../../parse/cookies/seen-cookies.ts';

/** The setting in each framework that sets these cookies. A comment in the file's own syntax names the file. */
const FRAMEWORKS: readonly (readonly [name: RegExp, setting: string | ((cookie: string) => string)])[] = [
  [
    /^PHPSESSID$/u,
    '; php.ini\nsession.cookie_secure = 1\nsession.cookie_httponly = 1\nsession.cookie_samesite = "Lax"',
  ],
  [
    /^JSESSIONID/u,
    '<!-- web.xml -->\n<session-config>\n  <cookie-config>\n    <http-only>true</http-only>\n    <secure>true</secure>\n  </cookie-config>\n</session-config>',
  ],
  [
    /^(?:ASP\.NET_SessionId|\.ASPXAUTH)$/u,
    '<!-- web.config, inside <system.web> -->\n<httpCookies requireSSL="true" httpOnlyCookies="true" sameSite="Lax" />',
  ],
  [
    /^\.AspNetCore\./u,
    '// ASP.NET Core, in the options of this cookie\noptions.Cookie.SecurePolicy = CookieSecurePolicy.Always;\noptions.Cookie.HttpOnly = true;',
  ],
  [
    /^connect\.sid$/u,
    "// Express; replace the placeholder REPLACE_WITH_YOUR_OPTIONS with your current express-session options. Behind a proxy, set app.set('trust proxy', 1).\napp.use(session({ ...REPLACE_WITH_YOUR_OPTIONS, cookie: { secure: true, httpOnly: true, sameSite: 'lax' } }));",
  ],
  [/^laravel_session$|^XSRF-TOKEN$/u, '# Laravel, .env\nSESSION_SECURE_COOKIE=true'],
  [/^sessionid$/u, '# Django, settings.py\nSESSION_COOKIE_SECURE = True\nSESSION_COOKIE_HTTPONLY = True'],
  [/^csrftoken$/u, "# Django, settings.py\nCSRF_COOKIE_SECURE = True\nCSRF_COOKIE_SAMESITE = 'Lax'"],
  [
    /^_[a-z0-9_]{1,100}_session$/u,
    (cookie) =>
      `# Rails, config/initializers/session_store.rb\nRails.application.config.session_store :cookie_store, key: '${cookie}', secure: true, same_site: :lax`,
  ],
];

const MAX_COOKIES = 5;

/** The Set-Cookie header that each cookie should have, and the framework setting where the framework is known. */
export function cookieFix(cookies: readonly SeenCookie[]): string {
  const distinct = [...new Map(cookies.map((seen) => [seen.cookie.name, seen])).values()].slice(0, MAX_COOKIES);
  const lines = distinct.map(setCookieLine);
  const settings = distinct.flatMap(({ cookie }) =>
    FRAMEWORKS.filter(([name]) => name.test(cookie.name)).map(([, setting]) =>
      typeof setting === 'string' ? setting : setting(cookie.name),
    ),
  );
  return blocks(lines.join('\n'), ...new Set(settings));
}

/** Without it, a lasting cookie would end with the browser session. A date belongs to one response, so it is not copied. */
function lifetime({ maxAge, expires }: SeenCookie['cookie']): string[] {
  if (maxAge !== null) return [`Max-Age=${maxAge}`];
  return expires === null ? [] : ['Expires=…'];
}

/** Browsers reject a Secure cookie from a plain http response (RFC 6265bis §5.7), so the fix alone would end sessions. */
export function httpsOnly(cookies: readonly SeenCookie[]): string {
  return cookies.some(({ overHttp }) => overHttp)
    ? 'Set the cookie on https responses only: browsers reject a cookie with Secure if a plain http response sets it.'
    : '';
}

function setCookieLine({ cookie, kind, prefix, prefixFaults }: SeenCookie): string {
  const hostBound = prefix === '__Host-' || prefix === '__Host-Http-';
  // Partitioned is for frames on other sites, to which browsers send no cookie with Lax or Strict (CHIPS).
  const crossSite = cookie.sameSite === 'None' || (cookie.partitioned && cookie.sameSite === null);
  const attributes = [
    `Path=${hostBound ? '/' : (cookie.path?.slice(0, 100) ?? '/')}`,
    ...(cookie.domain !== null && !hostBound ? [`Domain=${cookie.domain.slice(0, 100)}`] : []),
    ...lifetime(cookie),
    'Secure',
    // Scripts must be able to read a token that they send back in a header.
    ...(kind === 'session' || cookie.httpOnly || prefixFaults.includes('HttpOnly is missing') ? ['HttpOnly'] : []),
    `SameSite=${crossSite ? 'None' : cookie.sameSite === 'Strict' ? 'Strict' : 'Lax'}`,
    ...(cookie.partitioned ? ['Partitioned'] : []),
  ];
  return `Set-Cookie: ${cookie.name.slice(0, 100) || 'name'}=…; ${attributes.join('; ')}`;
}
