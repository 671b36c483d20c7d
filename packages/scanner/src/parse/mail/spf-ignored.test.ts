import { expect, it } from 'vitest';
import { ignoredTerms } from './spf-ignored.ts';

it.each<[string, string[]]>([
  ['v=spf1 mx -all', []],
  ['v=spf1 include=spf.example.com -all', ['write "include:spf.example.com"']],
  ['v=spf1 ip4=192.0.2.1 IP6=2001:db8::1 ~all', ['write "ip4:192.0.2.1"', 'write "IP6:2001:db8::1"']],
  ['v=spf1 -all mx include:a.example', ['after "-all" are never reached: mx, include:a.example.']],
  ['v=spf1 -all exp=e.example', []],
  ['v=spf1 mx redirect=a.example ~all', ['ignore "redirect=a.example" because the record has "~all"']],
  ['v=spf1 mx redirect=a.example', []],
  ['v=spf1 mx foo=bar -all', []],
  ['v=spf1', []],
])('%s', (record, expected) => {
  const found = ignoredTerms(record);
  expect(found).toHaveLength(expected.length);
  expected.forEach((part, index) => expect(found[index]).toContain(part));
});
