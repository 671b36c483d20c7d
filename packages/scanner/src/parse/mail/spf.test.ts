import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isNearlySpf, isSpf, parseSpf } from './spf.ts';
import { forgedDomain, senderChooses, staticDomain } from './spf-macros.ts';
import { LINEAR_AT_MOST, repeating, timesAsMuch } from '../../../test/linear.ts';

describe('recognizing an SPF record', () => {
  test.each([
    ['v=spf1', true, false],
    ['v=spf1 -all', true, false],
    ['V=SPF1 -all', true, false],
    ['v=spf10 -all', false, true],
    ['v=spf1-all', false, true],
    ['v=spf2.0/pra -all', false, true],
    [' v=spf1 -all', false, true],
    ['"v=spf1 -all"', false, true],
    ['v= spf1 -all', false, true],
    ['spf1 -all', false, true],
    ['v=DMARC1; p=reject', false, false],
    ['google-site-verification=spf1', false, false],
    ['', false, false],
  ])('%j: %s, nearly: %s', (text, is, nearly) => {
    expect([isSpf(text), isNearlySpf(text)]).toEqual([is, nearly]);
  });
});

describe('terms', () => {
  test('mechanisms with qualifiers, arguments and prefixes', () => {
    const policy = parseSpf(
      'v=spf1 +A ~mx:m.example/24 -include:i.example ?ptr ip4:192.0.2.0/24 ip6:2001:db8::/32 exists:%{i}.e.example all',
    );
    expect(policy.errors).toEqual([]);
    expect(policy.mechanisms.map(({ kind, qualifier }) => qualifier + kind)).toEqual([
      '+a',
      '~mx',
      '-include',
      '?ptr',
      '+ip4',
      '+ip6',
      '+exists',
      '+all',
    ]);
  });

  test.each([
    'a',
    'a/24',
    'a//64',
    'a/24//64',
    'a:h.example',
    'a:h.example/0',
    'a:h.example.//128',
    'mx:%{d}',
    'mx:%{d2}.example/24',
    'include:_spf.h.example',
    'include:a_b.example',
    'exists:%{l1r+-}.x.%{d}',
    'exists:%{ir}.%{v}._spf.%{d2}',
    'ip4:192.0.2.1/32',
    'ip6:::ffff:192.0.2.1',
    'redirect=h.example',
    'exp=explain.%{d}',
    'other=any%%thing',
    'other=',
  ])('%s is right', (term) => {
    expect(parseSpf(`v=spf1 ${term}`).errors).toEqual([]);
  });

  test.each([
    'a:',
    'a:/24',
    'a/33',
    'a/024',
    'a//129',
    'a/24/64',
    'mx:localhost',
    'mx:192.0.2.1',
    'include',
    'include:',
    'include:example.-x',
    'include=h.example.',
    'exists',
    'exists:%{q}.example',
    'exists:%{i0}.example',
    'exists:%{d00r}.example',
    'exists:%{i.example',
    'exists:100%.example',
    'ip4',
    'ip4:',
    'ip4:192.0.2',
    'ip4:192.0.2.01',
    'ip4:192.0.2.1/',
    'ip4:192.0.2.1/33',
    'ip4:192.0.2.0/24/24',
    'ip6:192.0.2.1',
    'ip6:2001:db8::g',
    'ip6:2001:db8::/129',
    'all:x.example',
    'all/8',
    '--all',
    '-',
    'ptr:',
    'redirect=',
    'redirect=localhost',
    'mx;',
    'v=spf1',
  ])('%s is wrong', (term) => {
    // `include=…` and `v=…` have the form of an unknown modifier, which is ignored.
    const expected = /^(include|v)=/.test(term) ? 0 : 1;
    expect(parseSpf(`v=spf1 ${term} -all`).errors).toHaveLength(expected);
  });
});

test.each([
  [null, 'here.example', 'here.example'],
  ['H.Example.', 'here.example', 'h.example'],
  ['_spf.%{d}', 'here.example', '_spf.here.example'],
  ['%{D}', 'here.example', 'here.example'],
  ['%{i}._spf.example', 'here.example', null],
  // RFC 7208 §7.3: labels from the right, after turning them round.
  ['%{d2}', 'a.here.example', 'here.example'],
  ['%{d1r}.x.example', 'a.here.example', 'a.x.example'],
  ['%{dr-}.example', 'a-here.b', 'here.b.a.example'],
  ['%{o}', 'here.example', null],
  [
    `%{d}.%{d}.%{d}`,
    `${'a'.repeat(60)}.${'b'.repeat(60)}.example`,
    `${'b'.repeat(60)}.example.${'a'.repeat(60)}.${'b'.repeat(60)}.example`,
  ],
])('the name of %s at %s', (spec, current, name) => {
  expect(staticDomain(spec, current)).toBe(name);
});

test.each([
  ['%{h}', true],
  ['x.%{H2r}', true],
  ['%{p}.', true],
  ['%{l-}', true],
  ['%{h}.example', false],
  ['%{i}', false],
  ['%{d}', false],
  ['example.com', false],
])('the sender chooses the zone of %s: %s', (spec, is) => {
  expect(senderChooses(spec)).toBe(is);
});

test.each([
  ['%{i}._spf.%{d}', '192.0.2.77._spf.here.example'],
  ['%{ir}.%{v}._spf.%{o}', '77.2.0.192.in-addr._spf.here.example'],
  ['%{l1r-}.lp._spf.%{d2}', 'palisade.lp._spf.here.example'],
])('a forged message asks for %s as %s', (spec, name) => {
  expect(forgedDomain(spec, 'here.example')).toBe(name);
});

const TERMS = [
  'v=spf1',
  ' ',
  '+',
  '-',
  '~',
  'all',
  'a',
  'mx',
  'ptr',
  'include:',
  'exists:',
  'ip4:',
  'ip6:',
  'redirect=',
  'exp=',
  '%{d}',
  '%{',
  '%',
  '/',
  '//',
  '24',
  '.',
  ':',
  '1.2.3.4',
  'example.com',
  '\\255',
];

test('never throws, and parsing returns what was written', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...TERMS), fc.string({ maxLength: 5 }))), (parts) => {
      const text = `v=spf1 ${parts.join('')}`;
      const policy = parseSpf(text);
      isNearlySpf(text);
      for (const mechanism of policy.mechanisms) expect(text).toContain(mechanism.text);
    }),
    { numRuns: 500 },
  );
});

test.each(['%{s.', 'a/', ':', '%', '1.', '-', 'ip6::', '{', 'redirect='])(
  'a quarter of a megabyte of %j is parsed in linear time',
  (unit) => {
    const read = (long: string) => {
      for (const term of [long, `a:${long}`, `include:${long}.example`, `ip4:${long}`, `x=${long}`])
        parseSpf(`v=spf1 ${term}`);
      return isNearlySpf(long);
    };
    expect(timesAsMuch(read, repeating(unit))).toBeLessThan(LINEAR_AT_MOST);
  },
);
