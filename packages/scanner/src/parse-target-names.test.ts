import { expect, it } from 'vitest';
import { TargetRefused } from './errors.ts';
import { parseTarget } from './parse-target.ts';

const policy = { allowCidrs: [], allowPorts: [443], dnsServers: [], userAgent: 'test' };

/** UTS 46 (non-transitional), RFC 5891 to 5893: what a visitor may type, and the name that is queried in DNS. */
it.each([
  ['bücher.example', 'xn--bcher-kva.example'],
  ['BÜCHER.example', 'xn--bcher-kva.example'],
  ['bu\u0308cher.example', 'xn--bcher-kva.example'],
  ['xn--BCHER-KVA.example', 'xn--bcher-kva.example'],
  ['faß.example', 'xn--fa-hia.example'],
  ['xn--fa-hia.example', 'xn--fa-hia.example'],
  ['βόλος.example', 'xn--nxasmm1c.example'],
  ['日本語。example', 'xn--wgv71a119e.example'],
  ['ｅｘａｍｐｌｅ．com', 'example.com'],
  ['ex\u00adample.com', 'example.com'],
  ['مثال.إختبار', 'xn--mgbh0fb.xn--kgbechtv'],
  ['אב1.example', 'xn--1-zhcd.example'],
  ['ක්\u200dෂ.example', 'xn--3zc4fxa418p.example'],
  ['l·l.example', 'xn--ll-0ea.example'],
  ['실례.example', 'xn--9n2bp8q.example'],
  ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
  ['💩.example', 'xn--ls8h.example'],
  ['a_b.example.com', 'a_b.example.com'],
  [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
])('%s is %s', (typed, host) => {
  expect(parseTarget(typed, policy).host).toBe(host);
});

it.each([
  ['a joiner between Latin letters', 'a\u200db.example'],
  ['a non-joiner between Latin letters', 'a\u200cb.example'],
  ['a non-joiner in front', '\u200cنامه.example'],
  ['a non-joiner at the end', 'نامه\u200c.example'],
  ['a leading combining mark', '\u0301a.example'],
  ['a right-to-left label that begins with a digit', '1אב.example'],
  ['mixed directions in one label', 'אa.example'],
  ['a right-to-left label that ends in a hyphen', 'אב-.example'],
  ['two kinds of Arabic digits', 'ا٠۰.example'],
  ['a change of direction', 'a\u202eb.example'],
  ['truncated Punycode', 'xn--a.example'],
  ['Punycode beyond Unicode', 'xn--zzzzzz999999.example'],
  ['Punycode of nothing', 'xn--.example'],
  ['Punycode of ASCII', 'xn--abc-.example'],
  ['Punycode of Punycode', 'xn--xn---epa.example'],
  ['Punycode of a capital letter', 'xn--0ca24w.example'],
  ['invalid Punycode in a parent label', 'www.xn--a.example'],
  ['64 letters', `${'a'.repeat(64)}.example`],
  ['64 letters as Punycode', `${'ü'.repeat(60)}.example`],
  ['a name of more than 253 characters', `${Array.from({ length: 4 }, () => 'a'.repeat(63)).join('.')}.example`],
  ['an empty label', 'a..example'],
])('%s is refused', (_what, typed) => {
  let refused: unknown = null;
  try {
    parseTarget(typed, policy);
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(TargetRefused);
  expect(refused).toMatchObject({ code: 'syntax' });
});
