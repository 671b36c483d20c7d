import type { SeenCookie } from '../../parse/cookies/seen-cookies.ts';

/** Where the frameworks that set these cookies have the switch. */
const FRAMEWORKS: readonly (readonly [name: RegExp, setting: string])[] = [
  [/^PHPSESSID$/u, 'php.ini: session.cookie_secure = 1, session.cookie_httponly = 1, session.cookie_samesite = "Lax"'],
  [
    /^JSESSIONID/u,
    'web.xml: <session-config><cookie-config><http-only>true</http-only><secure>true</secure></cookie-config></session-config>',
  ],
  [
    /^(?:ASP\.NET_SessionId|\.ASPXAUTH)$/u,
    'web.config: <httpCookies requireSSL="true" httpOnlyCookies="true" sameSite="Lax" />',
  ],
  [
    /^\.AspNetCore\./u,
    'ASP.NET Core: options.Cookie.SecurePolicy = CookieSecurePolicy.Always; options.Cookie.HttpOnly = true;',
  ],
  [/^connect\.sid$/u, "express-session: cookie: { secure: true, httpOnly: true, sameSite: 'lax' }"],
  [/^laravel_session$|^XSRF-TOKEN$/u, 'Laravel .env: SESSION_SECURE_COOKIE=true'],
  [/^sessionid$/u, 'Django: SESSION_COOKIE_SECURE = True, SESSION_COOKIE_HTTPONLY = True'],
  [/^csrftoken$/u, "Django: CSRF_COOKIE_SECURE = True, CSRF_COOKIE_SAMESITE = 'Lax'"],
  [/^_[a-z0-9_]+_session$/u, 'Rails: config.session_store :cookie_store, secure: true, same_site: :lax'],
];

const MAX_COOKIES = 5;

/** The field each cookie should be set with, and where to switch that on when its framework is known. */
export function cookieFix(cookies: readonly SeenCookie[]): string {
  const distinct = [...new Map(cookies.map((seen) => [seen.cookie.name, seen])).values()].slice(0, MAX_COOKIES);
  const lines = distinct.map(setCookieLine);
  const settings = distinct.flatMap(({ cookie }) =>
    FRAMEWORKS.filter(([name]) => name.test(cookie.name)).map(([, setting]) => setting),
  );
  return [...lines, ...new Set(settings)].join('\n');
}

function setCookieLine({ cookie, kind, prefix, prefixFaults }: SeenCookie): string {
  const hostBound = prefix === '__Host-' || prefix === '__Host-Http-';
  const crossSite = cookie.sameSite === 'None';
  const attributes = [
    `Path=${hostBound ? '/' : (cookie.path?.slice(0, 100) ?? '/')}`,
    ...(cookie.domain !== null && !hostBound ? [`Domain=${cookie.domain.slice(0, 100)}`] : []),
    'Secure',
    // Scripts must be able to read a token that they send back in a header.
    ...(kind === 'session' || cookie.httpOnly || prefixFaults.includes('HttpOnly is missing') ? ['HttpOnly'] : []),
    `SameSite=${crossSite ? 'None' : cookie.sameSite === 'Strict' ? 'Strict' : 'Lax'}`,
    ...(cookie.partitioned ? ['Partitioned'] : []),
  ];
  return `Set-Cookie: ${cookie.name.slice(0, 100) || 'name'}=…; ${attributes.join('; ')}`;
}
