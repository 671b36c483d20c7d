import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCredential, derivedCredential, pasted, PREFIXES, randomCredential } from './credential-format.ts';

const KINDS = ['key', 'one_time', 'compliance'] as const;

describe('credential format', () => {
  it.each(KINDS)('%s: prefix, 30 base62 digits, 6 checksum digits', (kind) => {
    const secret = randomCredential(kind);
    expect(secret).toMatch(new RegExp(`^${PREFIXES[kind]}[0-9A-Za-z]{36}$`));
    expect(checkCredential(kind, secret)).toBe('well-formed');
  });

  it('never generates the same random secret twice', () => {
    expect(new Set(Array.from({ length: 5_000 }, () => randomCredential('key'))).size).toBe(5_000);
  });

  it('derives the same secret from the same source, another from anything else', () => {
    const derive = (kind: 'key' | 'one_time', source: string, version: number, secret: string) =>
      derivedCredential(kind, source, version, secret).slice(PREFIXES[kind].length);
    const all = [
      derive('key', 'stripe:sub_1', 1, 's'),
      derive('key', 'stripe:sub_1', 2, 's'),
      derive('key', 'stripe:sub_2', 1, 's'),
      derive('key', 'stripe:sub_1', 1, 't'),
      derive('one_time', 'stripe:sub_1', 1, 's'),
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(derive('key', 'stripe:sub_1', 1, 's')).toBe(all[0]);
  });

  it('detects any single wrong character', () => {
    const alphabet = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
    fc.assert(
      fc.property(fc.nat(35), fc.constantFrom(...alphabet), fc.string(), (index, character, source) => {
        const secret = derivedCredential('key', source, 1, 'pepper');
        const at = PREFIXES.key.length + index;
        fc.pre(secret[at] !== character);
        const typo = secret.slice(0, at) + character + secret.slice(at + 1);
        expect(checkCredential('key', typo)).toBe('wrong-checksum');
      }),
    );
  });

  it('detects two swapped adjacent characters', () => {
    fc.assert(
      fc.property(fc.nat(34), fc.string(), (index, source) => {
        const secret = derivedCredential('one_time', source, 1, 'pepper');
        const at = PREFIXES.one_time.length + index;
        fc.pre(secret[at] !== secret[at + 1]);
        const typo = secret.slice(0, at) + secret[at + 1] + secret[at] + secret.slice(at + 2);
        expect(checkCredential('one_time', typo)).toBe('wrong-checksum');
      }),
    );
  });

  it.each([
    ['', 'empty'],
    ['pal_live_', 'prefix alone'],
    [randomCredential('one_time'), 'a secret of another kind'],
    [randomCredential('key').slice(0, -1), 'one character too short'],
    [`${randomCredential('key')}A`, 'one character too long'],
    [randomCredential('key').toUpperCase(), 'upper-cased'],
    ['pal_live_ééééééééééééééééééééééééééééééABCDEF', 'characters outside the alphabet'],
  ])('rejects %j (%s) by its format', (text) => {
    expect(checkCredential('key', text)).toBe('wrong-shape');
  });

  it.each([' ', '\n', '\r\n', '\t', '\u00a0', '\u200b', '\ufeff', '\u2028', ' \n\u200b '])(
    'removes %j around a pasted secret, and finds it inside',
    (hidden) => {
      const secret = randomCredential('key');
      expect(pasted(hidden + secret + hidden)).toBe(secret);
      const inside = secret.slice(0, 20) + hidden + secret.slice(20);
      expect(checkCredential('key', pasted(inside))).toBe('hidden-character');
    },
  );

  it('rejects random text after the prefix', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(checkCredential('key', `${PREFIXES.key}${text}`)).not.toBe('well-formed');
      }),
    );
  });
});
