import fc from 'fast-check';
import { expect, it } from 'vitest';
import { evidenceWith, judged } from '../../../test/evidence.ts';
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
  ['csrftoken=1', 'Set-Cookie: csrftoken=…; Path=/; Secure; SameSite=Lax'],
  ['embed=1; SameSite=None; Partitioned', 'Set-Cookie: embed=…; Path=/; Secure; SameSite=None; Partitioned'],
  ['__Host-a=1; Path=/x; Domain=example.test', 'Set-Cookie: __Host-a=…; Path=/; Secure; SameSite=Lax'],
])('%s', (field, line) => {
  expect(fixFor(field).split('\n')[0]).toBe(line);
});

it('names the setting of a framework it knows', () => {
  expect(fixFor('PHPSESSID=1')).toContain('session.cookie_secure');
  expect(fixFor('JSESSIONID=1')).toContain('web.xml');
});

it('hands out what the checks then accept', () => {
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
