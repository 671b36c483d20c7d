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
  ['csrftoken=1; Domain=other.test', 'unstored'],
])('cookies/same-site: %s', (field, outcome) => {
  expect(judged(sameSite, { headers: setCookies(field) })?.outcome).toBe(outcome);
});

it('names what was meant as SameSite', () => {
  const verdict = judged(sameSite, { headers: setCookies('csrftoken=1; Secure; SameSite:Lax') });
  expect(verdict?.evidence).toEqual(['csrftoken: no SameSite (it has “SameSite:Lax”, which browsers do not know)']);
});

it('lists only the cookies that the title is about', () => {
  const verdict = judged(sameSite, { headers: setCookies('theme=1; SameSite=Foo', 'csrftoken=1; Secure') });
  expect(verdict).toMatchObject({ outcome: 'anti_csrf', evidence: ['csrftoken: no SameSite'] });
  expect(verdict?.note).toContain('Also with an unknown SameSite value: theme.');
});

it('without cookies there is nothing to look at', () => {
  expect(judged(sameSite)).toMatchObject({ outcome: 'none', status: 'good', nothing: true });
});
