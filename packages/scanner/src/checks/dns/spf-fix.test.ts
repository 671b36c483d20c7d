import { describe, expect, test } from 'vitest';
import { judgedZone } from '../../../test/dns-evidence.ts';
import check from './spf.ts';

const MAIL = ['@ MX 10 mx.@', 'mx.@ A 192.0.2.25'];

describe('the fix can be published', () => {
  test.each<[string, string[], string]>([
    ['without neutral terms', ['@ TXT "v=spf1 ?include:a.@ -all"', 'a.@ TXT "v=spf1 +all"'], 'TXT "v=spf1 mx -all"'],
    [
      'with the senders of a redirect',
      ['@ TXT "v=spf1 mx redirect=a.@"', 'a.@ TXT "v=spf1 ip4:192.0.2.1 ?all"'],
      'TXT "v=spf1 mx include:a.example.test -all"',
    ],
    ['semicolons', ['@ TXT "v=spf1; include:a.@; ~all"'], 'TXT "v=spf1 include:a.example.test ~all"'],
    ['quotes', ['@ TXT "\\"v=spf1 a mx -all\\""'], 'TXT "v=spf1 a mx -all"'],
    ['tabs', ['@ TXT "v=spf1\\009a\\009-all"'], 'TXT "v=spf1 a -all"'],
    ['no version', ['@ TXT "spf1 a -all"'], 'TXT "v=spf1 a -all"'],
    ['an open one is not repeated', ['@ TXT "\\"v=spf1 +all\\""'], 'TXT "v=spf1 mx -all"'],
    ['a missing space', ['@ TXT "v=spf1 ip4:192.0.2.1" "include:a.@ -all"'], '"ip4:192.0.2.1 include:a.example.test"'],
    ['ipv4', ['@ TXT "v=spf1 ipv4:192.0.2.1 -all"'], 'write "ip4:192.0.2.1"'],
    ['a bare address', ['@ TXT "v=spf1 192.0.2.1 -all"'], 'write "ip4:192.0.2.1"'],
    ['a bare name', ['@ TXT "v=spf1 spf.other.test -all"'], 'write "include:spf.other.test"'],
    ['a netmask', ['@ TXT "v=spf1 ip4:192.0.2.0/255.255.255.0 -all"'], 'write "ip4:192.0.2.0/24"'],
    ['an IPv6 address as ip4', ['@ TXT "v=spf1 ip4:2001:db8::1 -all"'], 'write "ip6:2001:db8::1"'],
    ['a prefix too long', ['@ TXT "v=spf1 ip4:192.0.2.4/33 ~all"'], 'write "ip4:192.0.2.4" for the one address'],
    ['a typographic dash', ['@ TXT "v=spf1 mx –all"'], 'write "-all"'],
    ['void lookups', ['@ TXT "v=spf1 a:v1.@ mx:v2.@ a:v3.@ -all"'], 'remove the terms that find nothing'],
    ['an include without a record', ['@ TXT "v=spf1 include:a.@ -all"'], 'remove the term that names a.example.test'],
    // RFC 7208 §4.5
    [
      'two records',
      ['@ TXT "v=spf1 a mx ?all"', '@ TXT "v=spf1 include:a.@ mx -all"', 'a.@ TXT "v=spf1 -all"'],
      'TXT "v=spf1 a mx include:a.example.test -all"\n; Before',
    ],
    [
      'two records, one with a redirect',
      ['@ TXT "v=spf1 mx ~all"', '@ TXT "v=spf1 redirect=a.@"', 'a.@ TXT "v=spf1 -all"'],
      'TXT "v=spf1 mx include:a.example.test ~all"',
    ],
    [
      'two records, one with an error',
      ['@ TXT "v=spf1 -all"', '@ TXT "v=spf1 ipv4:192.0.2.1"'],
      'Merge the SPF records',
    ],
    [
      'two redirects',
      ['@ TXT "v=spf1 redirect=a.@ redirect=b.@"', 'a.@ TXT "v=spf1 -all"'],
      'keep only one "redirect="',
    ],
    ['an explanation with %{r}', ['@ TXT "v=spf1 -all exp=%{r}.@"'], 'remove "exp=%{r}.example.test"'],
    [
      'half of the internet here, the other half in an include',
      ['@ TXT "v=spf1 include:a.@ ip4:128.0.0.0/1 -all"', 'a.@ TXT "v=spf1 ip4:0.0.0.0/1 -all"'],
      'The includes that remain allow large networks, too. Ask their operators, or name the sending networks instead: ip4:0.0.0.0/1 (record of a.example.test).',
    ],
    ['a loop', ['@ TXT "v=spf1 redirect=example.test"'], 'remove "redirect=example.test"'],
  ])('%s', async (_name, lines, words) => {
    expect((await judgedZone(check, [...lines, ...MAIL]))?.fix).toContain(words);
  });

  // Who registers the name of the mail server would be a sender.
  test.each<[string, string[], string]>([
    ['no record', [], 'v=spf1 -all'],
    ['an open one', ['@ TXT "v=spf1 +all"'], 'v=spf1 -all'],
    ['an undecided one', ['@ TXT "v=spf1 ?all"'], 'v=spf1 -all'],
  ])('%s: a mail server that does not exist is no sender', async (_name, lines, text) => {
    const fix = (await judgedZone(check, [...lines, '@ MX 10 gone.test']))?.fix;
    expect(fix?.split('\n', 1)[0]).toBe(`example.test. IN TXT "${text}"`);
  });

  // RFC 1035 §3.3.14: name servers refuse a string of more than 255 bytes.
  test('a long record is several strings', async () => {
    const networks = (third: number) =>
      Array.from({ length: 12 }, (_, at) => `ip4:198.51.${third}.${at * 16}/28`).join(' ');
    const records = [1, 2].map((third) => `@ TXT "v=spf1 ${networks(third)} -all"`);
    const [line = ''] = (await judgedZone(check, [...records, ...MAIL]))?.fix?.split('\n') ?? [];
    const strings = [...line.matchAll(/"([^"]*)"/gu)].map(([, text = '']) => text);
    expect(strings.map(({ length }) => length <= 255)).toEqual([true, true]);
    expect(strings.join('')).toBe(`v=spf1 ${networks(1)} ${networks(2)} -all`);
  });

  test('a merged record that needs too many lookups is not called ready', async () => {
    const includes = (letter: string, count: number) =>
      Array.from({ length: count }, (_, at) => `include:${letter}${at}.other.test`).join(' ');
    const fixOf = async (count: number) =>
      (
        await judgedZone(check, [
          `@ TXT "v=spf1 ${includes('a', count)} -all"`,
          `@ TXT "v=spf1 mx ${includes('b', count)} -all"`,
        ])
      )?.fix;
    expect(await fixOf(5)).toContain('it needs 11 DNS lookups, and receivers stop at 10');
    expect(await fixOf(2)).toContain('so scan again afterwards');
  });

  test('a host below the domain has no mail servers to allow', async () => {
    const verdict = await judgedZone(check, ['@ TXT "v=spf1 mx -all"', 'www.@ TXT "v=spf1 +all"', ...MAIL], {
      host: 'www.example.test',
    });
    expect(verdict?.fix).toContain('www.example.test. IN TXT "v=spf1 -all"');
  });
});
