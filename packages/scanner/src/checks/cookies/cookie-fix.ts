import { blocks } from '../../fix-blocks.ts';
import { NO_HTTP_ONLY, type SeenCookie } from '../../parse/cookies/seen-cookies.ts';

type SameSite = 'Strict' | 'Lax' | 'None';

/** The setting in each framework that sets these cookies. A comment in the file's own syntax names the file. */
const FRAMEWORKS: readonly (readonly [
  name: RegExp,
  setting: string | ((cookie: string, sameSite: SameSite) => string),
])[] = [
  [
    /^PHPSESSID$/u,
    (_cookie, sameSite) =>
      `; php.ini\nsession.cookie_secure = 1\nsession.cookie_httponly = 1\nsession.cookie_samesite = "${sameSite}"`,
  ],
  [
    /^JSESSIONID/u,
    '<!-- web.xml -->\n<session-config>\n  <cookie-config>\n    <http-only>true</http-only>\n    <secure>true</secure>\n  </cookie-config>\n</session-config>',
  ],
  [
    /^(?:ASP\.NET_SessionId|\.ASPXAUTH)$/u,
    (_cookie, sameSite) =>
      `<!-- web.config, inside <system.web> -->\n<httpCookies requireSSL="true" httpOnlyCookies="true" sameSite="${sameSite}" />`,
  ],
  [
    /^\.AspNetCore\./u,
    '// ASP.NET Core, in the options of this cookie\noptions.Cookie.SecurePolicy = CookieSecurePolicy.Always;\noptions.Cookie.HttpOnly = true;',
  ],
  [
    /^connect\.sid$/u,
    (_cookie, sameSite) =>
      `// Express; replace the placeholder REPLACE_WITH_YOUR_OPTIONS with your current express-session options. Behind a proxy, set app.set('trust proxy', 1).\napp.use(session({ ...REPLACE_WITH_YOUR_OPTIONS, cookie: { secure: true, httpOnly: true, sameSite: '${sameSite.toLowerCase()}' } }));`,
  ],
  [/^laravel_session$|^XSRF-TOKEN$/u, '# Laravel, .env\nSESSION_SECURE_COOKIE=true'],
  [/^sessionid$/u, '# Django, settings.py\nSESSION_COOKIE_SECURE = True\nSESSION_COOKIE_HTTPONLY = True'],
  [
    /^csrftoken$/u,
    (_cookie, sameSite) => `# Django, settings.py\nCSRF_COOKIE_SECURE = True\nCSRF_COOKIE_SAMESITE = '${sameSite}'`,
  ],
  [
    /^_[a-z0-9_]{1,100}_session$/u,
    (cookie, sameSite) =>
      `# Rails, config/initializers/session_store.rb\nRails.application.config.session_store :cookie_store, key: '${cookie}', secure: true, same_site: :${sameSite.toLowerCase()}`,
  ],
];

const MAX_COOKIES = 5;

/** The Set-Cookie header that each cookie should have, and the framework setting where the framework is known. */
export function cookieFix(cookies: readonly SeenCookie[]): string {
  const byName = new Map(cookies.map((seen) => [`${seen.cookie.name}\n${seen.cookie.partitioned}`, seen]));
  const distinct = [...byName.values()].slice(0, MAX_COOKIES);
  const rest = byName.size - distinct.length;
  const lines = [
    ...distinct.map(setCookieLine),
    ...(rest > 0 ? [`# ${rest} more in the same way: they are listed in the finding.`] : []),
  ];
  const settings = distinct.flatMap(({ cookie }) =>
    FRAMEWORKS.filter(([name]) => name.test(cookie.name)).map(([, setting]) =>
      typeof setting === 'string' ? setting : setting(cookie.name, sameSiteOf(cookie)),
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

/** What the cookie has, so that the fix neither weakens it nor keeps it out of embeds. */
function sameSiteOf({ sameSite, partitioned }: SeenCookie['cookie']): SameSite {
  // Partitioned is for frames on other sites, to which browsers send no cookie with Lax or Strict (CHIPS).
  if (sameSite === 'None' || (partitioned && sameSite === null)) return 'None';
  return sameSite === 'Strict' ? 'Strict' : 'Lax';
}

function setCookieLine({ cookie, kind, path, prefix, prefixFaults }: SeenCookie): string {
  const hostBound = prefix === '__Host-' || prefix === '__Host-Http-';
  const attributes = [
    `Path=${hostBound ? '/' : path.slice(0, 100)}`,
    ...(cookie.domain !== null && !hostBound ? [`Domain=${cookie.domain.slice(0, 100)}`] : []),
    ...lifetime(cookie),
    'Secure',
    // Scripts must be able to read a token that they send back in a header.
    ...(kind === 'session' || cookie.httpOnly || prefixFaults.includes(NO_HTTP_ONLY) ? ['HttpOnly'] : []),
    `SameSite=${sameSiteOf(cookie)}`,
    ...(cookie.partitioned ? ['Partitioned'] : []),
  ];
  return `Set-Cookie: ${cookie.name.slice(0, 100) || 'name'}=…; ${attributes.join('; ')}`;
}
