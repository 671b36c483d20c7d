import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { setCookies } from '../../../test/set-cookies.ts';
import sameSite from './same-site.ts';

it.each<[string, string]>([
  ['csrftoken=1; Path=/; Secure', 'anti_csrf'],
  ['csrftoken=1; Path=/; Secure; SameSite=Strict', 'good'],
  ['a=1; Secure; SameSite=Foo', 'invalid'],
  ['sessionid=1; Path=/; Secure; HttpOnly', 'default'],
  ['sessionid=1; Secure; HttpOnly; SameSite=None', 'cross_site'],
  ['a=1; Secure; SameSite=None', 'good'],
])('cookies/same-site: %s', (field, outcome) => {
  expect(judged(sameSite, { headers: setCookies(field) })?.outcome).toBe(outcome);
});

it('without cookies there is nothing to look at', () => {
  expect(judged(sameSite)).toMatchObject({ outcome: 'none', status: 'good', nothing: true });
});
