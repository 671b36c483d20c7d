import { fixParts } from '@palisade/report/fix-parts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { evidenceWith, hop, httpEvidence, judged } from '../../../test/evidence.ts';
import { LABELLED } from '../../../test/labelled.ts';
import { setCookies } from '../../../test/set-cookies.ts';
import { seenCookies } from '../../parse/cookies/seen-cookies.ts';
import { cookieChecks } from './all.ts';
import { cookieFix } from './cookie-fix.ts';

function fixFor(...fields: string[]): string {
  const evidence = evidenceWith({ headers: setCookies(...fields) });
  if (!evidence.http.ok) throw new Error('no http');
  return cookieFix(seenCookies(evidence.http.value, undefined, Date.parse(evidence.scanned_at)).cookies);
}

it.each<[string, string]>([
  ['sessionid=1; Path=/app', 'Set-Cookie: sessionid=…; Path=/app; Secure; HttpOnly; SameSite=Lax'],
  ['theme=dark', 'Set-Cookie: theme=…; Path=/; Secure; SameSite=Lax'],
  // Without its lifetime, a cookie that lasts would end with the browser session.
  ['theme=dark; Max-Age=3600', 'Set-Cookie: theme=…; Path=/; Max-Age=3600; Secure; SameSite=Lax'],
  ['theme=dark; Expires=Wed, 01 Jan 2098 00:00:00 GMT', 'Set-Cookie: theme=…; Path=/; Expires=…; Secure; SameSite=Lax'],
  ['csrftoken=1', 'Set-Cookie: csrftoken=…; Path=/; Secure; SameSite=Lax'],
  // With Lax, browsers would send it to no frame on another site, which Partitioned is for.
  ['embed=1; Partitioned', 'Set-Cookie: embed=…; Path=/; Secure; SameSite=None; Partitioned'],
  ['embed=1; SameSite=Lax; Partitioned', 'Set-Cookie: embed=…; Path=/; Secure; SameSite=Lax; Partitioned'],
  ['embed=1; SameSite=None; Partitioned', 'Set-Cookie: embed=…; Path=/; Secure; SameSite=None; Partitioned'],
  ['__Host-a=1; Path=/x; Domain=example.test', 'Set-Cookie: __Host-a=…; Path=/; Secure; SameSite=Lax'],
])('%s', (field, line) => {
  expect(fixFor(field).split('\n')[0]).toBe(line);
});

it('keeps the path that browsers derive from the URL', () => {
  const http = httpEvidence([hop({ url: 'https://example.test/shop/cart', headers: setCookies('theme=dark') })]);
  expect(cookieFix(seenCookies(http, undefined, 0).cookies)).toBe(
    'Set-Cookie: theme=…; Path=/shop; Secure; SameSite=Lax',
  );
});

it.each<[string, string[]]>([
  ['PHPSESSID', ['; php.ini', 'session.cookie_secure = 1']],
  ['JSESSIONID', ['<!-- web.xml -->', '<session-config>']],
  ['ASP.NET_SessionId', ['<!-- web.config, inside <system.web> -->', '<httpCookies requireSSL="true"']],
  ['.AspNetCore.Session', ['// ASP.NET Core', 'options.Cookie.HttpOnly = true;']],
  ['connect.sid', ['// Express', "cookie: { secure: true, httpOnly: true, sameSite: 'lax' }"]],
  ['laravel_session', ['# Laravel, .env', 'SESSION_SECURE_COOKIE=true']],
  ['sessionid', ['# Django, settings.py', 'SESSION_COOKIE_SECURE = True\nSESSION_COOKIE_HTTPONLY = True']],
  ['csrftoken', ['# Django, settings.py', 'CSRF_COOKIE_SECURE = True']],
  ['_shop_session', ['# Rails', "session_store :cookie_store, key: '_shop_session', secure: true"]],
])('%s: the setting of its framework is a block of its own', (name, texts) => {
  const [field, setting = '', ...others] = fixParts(fixFor(`${name}=1`));
  expect(field).toMatch(/^Set-Cookie: [^\n]+$/u);
  expect(setting.startsWith(texts[0] ?? '-')).toBe(true);
  for (const text of texts) expect(setting).toContain(text);
  expect(others).toEqual([]);
  expect(setting).not.toMatch(LABELLED);
});

// A weaker value would open the cookie to forged requests, and a stricter one would keep it out of embeds.
it.each<[string, string, string]>([
  ['PHPSESSID', 'Strict', 'session.cookie_samesite = "Strict"'],
  ['PHPSESSID', 'None', 'session.cookie_samesite = "None"'],
  ['ASP.NET_SessionId', 'None', 'sameSite="None"'],
  ['connect.sid', 'strict', "sameSite: 'strict'"],
  ['csrftoken', 'Strict', "CSRF_COOKIE_SAMESITE = 'Strict'"],
  ['_shop_session', 'None', 'same_site: :none'],
  ['_shop_session', 'Sometimes', 'same_site: :lax'],
])('%s with SameSite=%s: the framework keeps it', (name, sameSite, setting) => {
  expect(fixFor(`${name}=1; SameSite=${sameSite}`)).toContain(setting);
});

it('gives one block for two cookies of the same framework', () => {
  expect(fixParts(fixFor('laravel_session=1', 'XSRF-TOKEN=2'))).toHaveLength(2);
});

it('Express: the pasted code sets a session with these attributes', () => {
  const [, code = ''] = fixParts(fixFor('connect.sid=1'));
  const given: unknown[] = [];
  const options = { secret: 's', cookie: { maxAge: 1 } };
  new Function('app', 'session', 'REPLACE_WITH_YOUR_OPTIONS', code)(
    { use: () => undefined },
    (used: unknown) => given.push(used),
    options,
  );
  expect(given).toEqual([{ secret: 's', cookie: { secure: true, httpOnly: true, sameSite: 'lax' } }]);
});

it('suggests settings that the checks accept', () => {
  const name = fc.constantFrom('sessionid', 'csrftoken', 'theme', '__Host-sid', '__Secure-x', '__Http-y', 'a');
  const attribute = fc.constantFrom(
    'Secure',
    'HttpOnly',
    'SameSite=None',
    'SameSite=Foo',
    'Partitioned',
    'Path=/x',
    'Domain=example.test',
  );
  fc.assert(
    fc.property(name, fc.uniqueArray(attribute), (cookie, attributes) => {
      const [line = ''] = fixFor([`${cookie}=1`, ...attributes].join('; ')).split('\n');
      const headers = setCookies(line.replace('Set-Cookie: ', '').replace('…', '1'));
      for (const check of cookieChecks) expect(judged(check, { headers })?.deduction).toBe(0);
    }),
    { numRuns: 60 },
  );
});
