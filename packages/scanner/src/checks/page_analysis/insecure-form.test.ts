import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { pageOf } from '../../../test/page-of.ts';
import insecureForm from './insecure-form.ts';

it.each<[string, string]>([
  ['<form action=http://other.test/search></form>', 'open'],
  ['<form action=http://example.test/login method=post><input type=password></form>', 'password'],
  ['<form id=f action=http://example.test/login></form><input type=PASSWORD form=f>', 'password'],
  ['<form action=/a><button formaction=http://other.test/>x</button></form>', 'open'],
  ['<form action=/a><button formaction=http://other.test/>x</button><input type=password></form>', 'password'],
  ['<input type=password form=f><form id=f action=http://example.test/login></form>', 'password'],
  ['<button form=f formaction=http://other.test/>x</button><form id=f action=/a></form>', 'open'],
  // HTML §4.10.21.2: only submit buttons with a form submit.
  ['<button formaction=http://other.test/>x</button>', 'none'],
  ['<form action=/a><button type=button formaction=http://other.test/>x</button></form>', 'good'],
  ['<form action=/a><input formaction=http://other.test/></form>', 'good'],
  ['<form action=/a><input type=submit formaction=http://other.test/></form>', 'open'],
  ['<form action=http://example.test/pay><input autocomplete="cc-number"></form>', 'card'],
  ['<form action=http://example.test/pay><input name=cardnumber><select name=exp-month></select></form>', 'card'],
  [
    '<input name=cc_number form=f><form id=f action=/a></form><button form=f formaction=http://x.test/>x</button>',
    'card',
  ],
  ['<form action=http://x.test/><input type=password><input autocomplete="cc-csc"></form>', 'card'],
  // A card form of its own is not the one that is sent in clear.
  ['<form action=/pay><input autocomplete="cc-number"></form><form action=http://x.test/></form>', 'open'],
  ['<form action=http://x.test/><input type=password></form><form><input autocomplete="cc-number"></form>', 'password'],
  // A library card: a number without a code or an expiry date.
  ['<form action=http://x.test/><input name=cardnumber></form>', 'open'],
  ['<form action="/login"><input type=password></form>', 'in_url'],
  ['<form action="/login" method=post><input type=password></form>', 'good'],
  [
    '<form action="/login" method=post><input type=password><button formmethod=get formaction=/x>x</button></form>',
    'in_url',
  ],
  // HTML §4.10.19.6: the button's method, with the action of the form.
  ['<form action="/login" method=post><input type=password><button formmethod=get>x</button></form>', 'in_url'],
  ['<form action="/login" method=post><input type=password><button formmethod=dialog>x</button></form>', 'good'],
  ['<button form=f formmethod=get>x</button><form id=f action="http://other.test/" method=post></form>', 'open'],
  ['<form action="javascript:login()"><input type=password></form>', 'none'],
  ['<form><input type=password></form>', 'in_url'],
  ['<input type=password>', 'none'],
  // HTML §4.10.21.3: it closes the dialog and sends nothing.
  ['<form method=dialog action="http://other.test/"><input type=password></form>', 'none'],
  ['<form action="mailto:a@b.test"></form>', 'none'],
  ['<form action="a"></form><base href="http://other.test/">', 'open'],
  ['<form action="/a"><form action="http://other.test/"></form></form>', 'good'],
])('%s: %s', (html, outcome) => {
  expect(judged(insecureForm, { page: pageOf(html) })?.outcome).toBe(outcome);
});

it('lists the forms that the title is about', () => {
  const html =
    '<form action=http://a.test/q></form><form action=http://b.test/ method=post><input type=password></form>';
  expect(judged(insecureForm, { page: pageOf(html) })).toMatchObject({
    evidence: ['form post http://b.test/ with a password field'],
    note: 'Also over plain http: form get http://a.test/q.',
  });
});

it('a policy upgrades it, and http pages are left to another check', () => {
  const html = '<form action="http://other.test/"></form>';
  const headers: [string, string][] = [['Content-Security-Policy', 'upgrade-insecure-requests']];
  expect(judged(insecureForm, { page: pageOf(html), headers })?.outcome).toBe('upgraded');
  expect(judged(insecureForm, { page: pageOf(html, 'http://example.test/') })?.outcome).toBe('plain_page');
});
