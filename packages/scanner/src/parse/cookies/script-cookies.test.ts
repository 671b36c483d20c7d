import { expect, it } from 'vitest';
import { pageOf } from '../../../test/page-of.ts';

it.each([
  [`document.cookie = "auth_token=" + token + "; path=/"`, ['auth_token']],
  ['document.cookie=`theme=${value};path=/`', ['theme']],
  [`Cookies.set('visits', 3, { expires: 7 })`, ['visits']],
  [`cookieStore.set("auth_token", token)`, ['auth_token']],
  [`cookieStore.set({ name: "auth_token", value: token, secure: true })`, ['auth_token']],
  [`$.cookie('visits', 3, { expires: 7 })`, ['visits']],
  [`if ($.cookie('visits')) {}`, []],
  [`if (document.cookie == 'a=b') {}`, []],
  [`const all = document.cookie;`, []],
  [`document.cookie = name + '=' + value`, []],
])('%s', (script, names) => {
  expect(pageOf(`<script>${script}</script>`).script_cookies).toEqual(names);
});

it('finds cookies in meta elements, which browsers no longer set', () => {
  expect(pageOf('<meta http-equiv="Set-Cookie" content="lang=en; path=/">').meta_cookies).toEqual(['lang']);
});
