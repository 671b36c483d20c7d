import { describe, expect, it } from 'vitest';
import type { HeaderFields } from '../../evidence/http.ts';
import { hop, httpEvidence, judged } from '../../../test/evidence.ts';
import { setCookies } from '../../../test/set-cookies.ts';
import secure from './secure.ts';

const HSTS: HeaderFields = [['Strict-Transport-Security', 'max-age=31536000']];

describe('cookies/secure', () => {
  it.each<[string, HeaderFields, string, string?]>([
    ['no cookie', [], 'none'],
    ['all secure', setCookies('a=1; Secure', 'b=2; secure=false'), 'good'],
    ['session', setCookies('theme=dark', 'JSESSIONID=abc; Path=/app'), 'session', 'JSESSIONID: no Secure'],
    ['session under HSTS', [...HSTS, ...setCookies('sessionid=a1; HttpOnly')], 'session_hsts', 'sessionid: no Secure'],
    [
      'domain session, HSTS without subdomains',
      [...HSTS, ...setCookies('sessionid=a; Domain=example.test')],
      'session',
    ],
    [
      'session under HSTS that browsers forget within the day',
      [['Strict-Transport-Security', 'max-age=600'], ...setCookies('sessionid=a1; HttpOnly')],
      'session',
    ],
    ['other', setCookies('theme=dark; Path=/'), 'other', 'theme: no Secure'],
    ['other under HSTS', [...HSTS, ...setCookies('theme=dark')], 'other_hsts', 'theme'],
    ['deletion by Max-Age', setCookies('sessionid=; Max-Age=0'), 'none'],
    ['deletion by Expires', setCookies('sessionid=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'), 'none'],
    ['set, then deleted', setCookies('sessionid=1', 'sessionid=; Max-Age=0'), 'none'],
    // RFC 6265bis §5.1.4: without Path it is that of the URL, here the root.
    ['deleted without Path', setCookies('sessionid=1; Path=/', 'sessionid=; Max-Age=0'), 'none'],
    ['set again with Path', setCookies('sessionid=1', 'sessionid=2; Path=/; Secure'), 'good'],
    // Chromium 156 keeps the stored cookie when it rejects the field that would replace or delete it (§5.7).
    ['deleted in vain', setCookies('sid=a1b2c3', 'sid=; Max-Age=0; SameSite=None'), 'session', 'sid: no Secure'],
    ['replaced in vain', setCookies('__Host-sid=1; Secure; Path=/', '__Host-sid=2; Path=/'), 'good', '__Host-sid'],
    ['partitioned, then deleted without', setCookies('a=1; Partitioned', 'a=; Max-Age=0'), 'other', 'a: no Secure'],
    ['another path', setCookies('sessionid=1', 'sessionid=2; Path=/a; Secure'), 'session'],
    ['Max-Age beats Expires', setCookies('sessionid=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60'), 'session'],
    ['None without Secure', setCookies('a=1; SameSite=None'), 'other', 'SameSite=None requires it'],
    // RFC 6265bis §5.6: the separator is a semicolon, and unknown attributes are ignored.
    [
      'a comma',
      setCookies('sid=a1b2c3; Secure, HttpOnly'),
      'session',
      'sid: no Secure (it has “Secure, HttpOnly”, which',
    ],
    ['Partitioned without Secure', setCookies('a=1; Partitioned'), 'other', 'Partitioned requires it'],
    ['__Http- without Secure', setCookies('__Http-a=1; HttpOnly'), 'other', 'prefix requires it'],
    // No browser stores these (RFC 6265bis §5.7), so no one can read them on the network.
    ['__Secure- without Secure', setCookies('__secure-sid=1'), 'unstored'],
    ['__Host- with Domain', setCookies('__Host-sid=1; Path=/; Domain=example.test'), 'unstored'],
    ['Domain of another site', setCookies('PHPSESSID=1; Domain=other.test'), 'unstored'],
    ['one that is stored next to it', setCookies('PHPSESSID=1; Domain=other.test', 'theme=dark'), 'other', 'theme'],
  ])('%s', (_name, headers, outcome, mention) => {
    const verdict = judged(secure, { headers });
    expect(verdict?.outcome).toBe(outcome);
    if (mention) expect(verdict?.evidence.join('\n')).toContain(mention);
  });

  // The title names session cookies, so no other cookie is listed as one. The fix is for all of them.
  it.each<[string, HeaderFields, string[], string]>([
    [
      'a session cookie and another',
      setCookies('theme=dark', 'sid=a1b2c3d4e5f6a7b8'),
      ['sid: no Secure'],
      'Also without Secure: theme.',
    ],
    [
      'another that HSTS covers',
      [...HSTS, ...setCookies('theme=dark', 'lang=en; Domain=example.test')],
      ['lang: no Secure'],
      'Also without Secure: theme.',
    ],
  ])('lists the cookies at fault only: %s', (_name, headers, evidence, note) => {
    const verdict = judged(secure, { headers });
    expect(verdict).toMatchObject({ evidence, note: expect.stringContaining(note) as string });
    expect(verdict?.fix?.split('\n')).toHaveLength(2);
  });

  it('says which cookies the fix leaves out', () => {
    const names = Array.from({ length: 7 }, (_, index) => `pref${index}=x`);
    expect(judged(secure, { headers: setCookies(...names) })?.fix).toContain('# 2 more in the same way');
  });

  it('includes a cookie that only the http response sets', () => {
    const plainHttp = {
      hops: [
        hop({
          url: 'http://example.test/',
          status: 301,
          headers: [['Location', 'https://example.test/'], ...setCookies('sid=1; HttpOnly')],
        }),
        hop(),
      ],
      end: 'answered' as const,
    };
    const verdict = judged(secure, { plain_http: plainHttp });
    expect(verdict).toMatchObject({ outcome: 'session', evidence: ['sid (set over http): no Secure'] });
    // RFC 6265bis §5.7: pasted into that response, the fix would lose the cookie.
    expect(verdict?.note).toContain('on https responses only');
    expect(judged(secure, { headers: setCookies('sid=1') })?.note).toBeNull();
  });

  it('names the host of a cookie set by a redirect', () => {
    const http = httpEvidence([
      hop({ status: 302, headers: [['Location', 'https://www.example.test/'], ...setCookies('a=1')] }),
      hop({ url: 'https://www.example.test/', headers: setCookies('b=1') }),
    ]);
    expect(judged(secure, { http })?.evidence).toEqual(['a: no Secure', 'b from www.example.test: no Secure']);
  });
});
