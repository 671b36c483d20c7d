import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldValue, HOSTILE, HOSTILE_SHAPES } from '../../../test/hostile.ts';
import { LINEAR_AT_MOST, timesAsMuch } from '../../../test/linear.ts';
import { NONCE_PLACEHOLDER } from './clean.ts';
import { PolicyDecisions } from './decide.ts';
import { cspFaults } from './faults.ts';
import { frameAncestors } from './framing.ts';
import { probeUrl, type ProbeUrl } from './match.ts';
import { parseSource } from './source.ts';
import { suggestCsp } from './suggest.ts';
import { cspGaps } from './remarks.ts';
import { cspTypos } from './typos.ts';
import { parseCspHeader, parseCspMeta } from './policy.ts';

const url = (text: string): ProbeUrl => {
  const probe = probeUrl(text);
  if (!probe) throw new Error(`not a URL: ${text}`);
  return probe;
};
const SELF = url('https://example.test/');
const isPublicSuffix = (domain: string) => ['com', 'co.uk', 'github.io'].includes(domain);

/** Policies built from valid parts, so that properties test meaning and not syntax errors. */
const source = fc.constantFrom(
  "'self'",
  "'none'",
  "'unsafe-inline'",
  "'unsafe-eval'",
  "'strict-dynamic'",
  "'nonce-MTIzNDU2Nzg5MDEyMzQ1Ng=='",
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  '*',
  'https:',
  'data:',
  'http://a.example',
  'https://*.com',
  '*:8443',
  'https://cdn.jsdelivr.net',
  'https://a.example',
  'self',
);
const directive = fc
  .tuple(
    fc.constantFrom(
      'default-src',
      'script-src',
      'script-src-elem',
      'script-src-attr',
      'img-src',
      'base-uri',
      'frame-ancestors',
    ),
    fc.array(source, { maxLength: 4 }),
  )
  .map(([name, sources]) => [name, ...sources].join(' '));
const policy = fc.array(directive, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('; '));

const faultsOf = (...policies: string[]) => cspFaults(parseCspHeader(policies), SELF, isPublicSuffix);
/** The check sets rank and points. Here only the set of faults matters. */
const codes = (...policies: string[]) => new Set(faultsOf(...policies).map(({ code }) => code));
const DOORS = ['scripts_open', 'inline_scripts', 'any_host', 'data_scripts', 'eval'] as const;

describe('parsing', () => {
  it('keeps the first of two equal directives and reports the other', () => {
    const [first] = parseCspHeader(["IMG-SRC a; img-src b;;  script-src\t'self'"]);
    expect([...(first?.directives ?? [])]).toEqual([
      ['img-src', ['a']],
      ['script-src', ["'self'"]],
    ]);
    expect(first?.duplicates).toEqual(['img-src']);
  });
  it('drops a directive with other characters than ASCII, and any later one of its name, as Chromium does', () => {
    const [first] = parseCspHeader(["script-src ‘self’; script-src 'self'; img-src a"]);
    expect([...(first?.directives.keys() ?? [])]).toEqual(['img-src']);
    expect(first).toMatchObject({ notAscii: ['script-src'], duplicates: ['script-src'] });
  });
  it('splits at commas and drops empty policies', () => {
    expect(parseCspHeader(['default-src a,', ' , ', 'img-src b, img-src c'])).toHaveLength(3);
  });
  it.each(['\x01', '\x0b', '\x7f'])(
    'drops a directive with the control character %j, as Chromium does',
    (character) => {
      const [first] = parseCspHeader([`script-src 'self' ${character}; img-src a\t\f`]);
      expect([...(first?.directives ?? [])]).toEqual([['img-src', ['a']]]);
      expect(first?.notAscii).toEqual(['script-src']);
    },
  );
  it('drops directives that a meta element may not use', () => {
    const [meta] = parseCspMeta(["frame-ancestors 'none'; sandbox; report-uri /r; img-src a"]);
    expect([...(meta?.directives.keys() ?? [])]).toEqual(['img-src']);
  });
  it.each([
    ["'SELF'", { kind: 'keyword', keyword: 'self' }],
    ["'nonce-aB=='", { kind: 'nonce', value: 'aB==' }],
    ["'NONCE-aB'", { kind: 'nonce', value: 'aB' }],
    ["'nonce-'", { kind: 'invalid', text: "'nonce-'" }],
    ["'sha384-a_-'", { kind: 'hash', algorithm: 'sha384', value: 'a_-' }],
    ["'md5-abc'", { kind: 'invalid', text: "'md5-abc'" }],
    ['HTTPS:', { kind: 'scheme', scheme: 'https' }],
    ['*', { kind: 'host', scheme: null, host: '*', port: null, path: null }],
    ['https://*.Example.com:*/a/', { kind: 'host', scheme: 'https', host: '*.example.com', port: '*', path: '/a/' }],
    ['localhost:3000', { kind: 'host', scheme: null, host: 'localhost', port: '3000', path: null }],
    ['a*b.example', { kind: 'invalid', text: 'a*b.example' }],
    ['https://', { kind: 'invalid', text: 'https://' }],
  ])('%s', (text, expected) => {
    expect(parseSource(text)).toEqual(expected);
  });
});

describe('matching URLs (CSP3 §6.7.2)', () => {
  it.each([
    ['*', 'https://x.example/', true],
    ['*', 'data:text/plain,', false],
    ['http://a.example', 'https://a.example/', true],
    ['https://a.example', 'http://a.example/', false],
    ['a.example', 'https://a.example/', true],
    ['a.example', 'http://a.example/', false],
    ['a.example', 'https://a.example:8443/', false],
    ['a.example:*', 'https://a.example:8443/', true],
    ['http://a.example:80', 'https://a.example/', true],
    ['*.a.example', 'https://b.a.example/', true],
    ['*.a.example', 'https://a.example/', false],
    ['a.example/js/', 'https://a.example/js/x.js', true],
    ['a.example/js', 'https://a.example/js/x.js', false],
    ["'self'", 'https://example.test/x', true],
    ["'self'", 'https://example.test:8443/x', false],
    ["'none'", 'https://example.test/x', false],
    // The rest as in Chromium 156: its own requests under each of these policies.
    ['http://a.example:8443', 'https://a.example:8443/', false],
    ['https://a.example:80', 'https://a.example/', false],
    ['a.example:80', 'https://a.example/', false],
    ['wss:', 'https://a.example/', false],
    ['ws:', 'https://a.example/', false],
    ['ws:', 'wss://a.example/', true],
    ['wss://a.example:*', 'https://a.example/', false],
    ['a.example/js/?v=1', 'https://a.example/js/x.js', true],
    ['a.example/js/x.js#top', 'https://a.example/js/x.js', true],
    ['a.example/js?v=1', 'https://a.example/js/x.js', false],
    ['a.example/%6As/', 'https://a.example/js/x.js', true],
    ['a.example/js%2Fx.js', 'https://a.example/js/x.js', true],
    ['a.example/a b/', 'https://a.example/a%20b/x.js', false],
    ['a.example/%zz/', 'https://a.example/js/x.js', false],
  ])('%s admits %s: %s', (expression, target, expected) => {
    const [only] = parseCspHeader([`img-src ${expression}`]);
    if (!only) throw new Error('no policy');
    const probe = target.startsWith('data:') ? { scheme: 'data', host: '', port: null, path: '' } : url(target);
    expect(new PolicyDecisions(only, SELF).matches('img-src', probe)).toBe(expected);
  });
});

describe('multiple policies', () => {
  it('never allow more than any one of them', () => {
    fc.assert(
      fc.property(policy, policy, (a, b) => {
        const both = codes(a, b);
        for (const door of DOORS.slice(1)) {
          const open = (set: Set<string>) => set.has(door) || (door !== 'eval' && set.has('scripts_open'));
          if (both.has(door)) expect([open(codes(a)) || silent(a), open(codes(b)) || silent(b)]).toEqual([true, true]);
        }
      }),
    );
  });
  it('give the same result in any order and if repeated', () => {
    fc.assert(
      fc.property(policy, policy, (a, b) => {
        expect(codes(a, b)).toEqual(codes(b, a));
        expect(codes(a, a)).toEqual(codes(a));
      }),
    );
  });
});

/** Whether the policy governs neither script URLs nor eval, and leaves both to the other policies. */
function silent(text: string): boolean {
  const [only] = parseCspHeader([text]);
  const names = [...(only?.directives.keys() ?? [])];
  return !names.includes('default-src') && !names.includes('script-src');
}

describe('the suggested policy', () => {
  const suggestion = (...policies: string[]) =>
    suggestCsp({ policies: parseCspHeader(policies), self: SELF, page: undefined, isPublicSuffix }).replaceAll(
      NONCE_PLACEHOLDER,
      "'nonce-MTIzNDU2Nzg5MDEyMzQ1Ng=='",
    );
  it('has none of the faults, whatever it starts from', () => {
    fc.assert(
      fc.property(fc.array(policy, { maxLength: 2 }), (policies) => {
        const text = suggestion(...policies);
        const parsed = parseCspHeader([text]);
        expect(faultsOf(text), text).toEqual([]);
        expect(cspTypos(parsed)).toEqual({
          unquoted: [],
          swallowed: [],
          ignored: [],
          emptyNonces: [],
          afterComma: [],
          unknownDirectives: [],
          duplicates: [],
          notAscii: [],
        });
        expect(cspGaps(parsed)).toEqual([]);
        expect(frameAncestors(parsed, SELF, isPublicSuffix)?.closed, text).toBe(true);
      }),
    );
  });
  it('is a single header field, even for hostile input', () => {
    fc.assert(
      fc.property(fieldValue, (value) => {
        const text = suggestion(value);
        expect(text).toMatch(/^[\x20-\x7e]+$/);
        expect(parseCspHeader([text])).toHaveLength(1);
      }),
    );
  });
});

describe('hostile input', () => {
  it.each(HOSTILE.map((value) => [`${value.slice(0, 20)}… (${value.length})`, value]))('%s', (_name, value) => {
    for (const policies of [parseCspHeader([value]), parseCspHeader([`script-src ${value}`, `default-src ${value}`])]) {
      const faults = cspFaults(policies, SELF, isPublicSuffix);
      expect(JSON.stringify([faults, cspTypos(policies), cspGaps(policies)]).length).toBeLessThan(20_000);
      expect(suggestCsp({ policies, self: SELF, page: undefined, isPublicSuffix }).length).toBeLessThan(10_000);
      frameAncestors(policies, SELF, isPublicSuffix);
    }
  });

  it('is parsed in linear time', () => {
    const read = (value: string) => {
      const policies = parseCspHeader([value, `script-src ${value}`, `default-src ${value}`]);
      return [cspFaults(policies, SELF, isPublicSuffix), cspTypos(policies), cspGaps(policies)];
    };
    for (const shape of HOSTILE_SHAPES) expect(timesAsMuch(read, shape), shape(40)).toBeLessThan(LINEAR_AT_MOST);
  });
});
