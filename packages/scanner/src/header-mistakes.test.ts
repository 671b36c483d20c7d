import { expect, it } from 'vitest';
import { HOST, evidenceWith, hop, httpEvidence } from '../test/evidence.ts';
import { judge } from './judge.ts';

const noteOn = (header: string, ...names: string[]): string =>
  judge(evidenceWith({ headers: names.map((name) => [name, 'value']) }), '').headers[header]?.note ?? '';

it.each([
  ['Referrer-Policy', 'Referer-Policy'],
  ['Permissions-Policy', 'Permission-Policy'],
  ['Permissions-Policy', 'X-Permissions-Policy'],
  ['X-Content-Type-Options', 'X-Content-Type-Option'],
  ['X-Frame-Options', 'X_Frame_Options'],
  ['X-Frame-Options', 'X Frame Options'],
  ['Strict-Transport-Security', 'Strict-Transport-Secruity'],
  ['Content-Security-Policy', 'Content-Securty-Policy'],
])('%s is missing, and the response has %s', (header, sent) => {
  expect(noteOn(header, sent)).toContain(
    `The response has “${sent}”, a name that browsers do not know: it is ${header}.`,
  );
});

it('says nothing of other headers, or twice', () => {
  expect(noteOn('X-Frame-Options', 'X-XSS-Protection', 'Frame')).not.toContain('The response has');
  expect(noteOn('Permissions-Policy', 'Feature-Policy')).not.toContain('The response has');
  expect(noteOn('Content-Security-Policy', 'X-Content-Security-Policy')).not.toContain('The response has');
  expect(noteOn('Referrer-Policy', 'Referrer-Policy', 'Referer-Policy')).not.toContain('The response has');
});

it.each([
  ['X-Frame-Options', 'X-Frame-Options: DENY', 'begins with the name of the header'],
  ['Content-Security-Policy', '"Content-Security-Policy: default-src \'self\'"', 'begins with the name of the header'],
  ['Content-Security-Policy', '"default-src \'self\'"', 'is in quotes'],
  ['X-Content-Type-Options', '"nosniff"', 'is in quotes'],
  ['Strict-Transport-Security', "'max-age=31536000'", 'is in quotes'],
  ['Referrer-Policy', '"no-referrer"', 'is in quotes'],
  ['X-Frame-Options', 'ALLOW-FROM https://a.example', ''],
  ['Permissions-Policy', "'none' 'none'", ''],
])('%s: %s', (name, value, words) => {
  const note = judge(evidenceWith({ headers: [[name, value]] }), '').headers[name]?.note ?? '';
  if (words === '') expect(note).not.toMatch(/in quotes|name of the header/u);
  else expect(note).toMatch(new RegExp(`^The value ${words}`, 'u'));
});

it('names a redirect that has the header', () => {
  const headers: [string, string][] = [
    ['Location', '/home'],
    ['X-Frame-Options', 'DENY'],
  ];
  const http = httpEvidence([hop({ status: 302, headers }), hop({ url: `https://${HOST}/home` })]);
  const report = judge(evidenceWith({ http }), '');
  const words = `Only a redirect has the header (https://${HOST}/). Send it with the page.`;
  expect(report.headers['X-Frame-Options']?.note).toContain(words);
  expect(report.headers['Referrer-Policy']?.note).not.toContain('Only a redirect');
});
