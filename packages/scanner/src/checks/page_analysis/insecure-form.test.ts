import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { pageOf } from '../../../test/page-of.ts';
import insecureForm from './insecure-form.ts';

it.each<[string, string]>([
  ['<form action=http://other.test/search></form>', 'open'],
  ['<form action=http://example.test/login method=post><input type=password></form>', 'password'],
  ['<form id=f action=http://example.test/login></form><input type=PASSWORD form=f>', 'password'],
  ['<form action=/a><button formaction=http://other.test/>x</button></form>', 'open'],
  ['<form action="/login"><input type=password></form>', 'good'],
  ['<form><input type=password></form>', 'good'],
  // HTML §4.10.21.3: it closes the dialog and sends nothing.
  ['<form method=dialog action="http://other.test/"><input type=password></form>', 'good'],
  ['<form action="mailto:a@b.test"></form>', 'good'],
  ['<form action="a"></form><base href="http://other.test/">', 'open'],
  ['<form action="/a"><form action="http://other.test/"></form></form>', 'good'],
])('%s: %s', (html, outcome) => {
  expect(judged(insecureForm, { page: pageOf(html) })?.outcome).toBe(outcome);
});

it('a policy upgrades it, and http pages are left to another check', () => {
  const html = '<form action="http://other.test/"></form>';
  const headers: [string, string][] = [['Content-Security-Policy', 'upgrade-insecure-requests']];
  expect(judged(insecureForm, { page: pageOf(html), headers })?.outcome).toBe('upgraded');
  expect(judged(insecureForm, { page: pageOf(html, 'http://example.test/') })?.outcome).toBe('plain_page');
});
