import type { BrowserScript } from '@palisade/scanner/evidence/browser';
import { describe, expect, it } from 'vitest';
import { steadyHash, varyingScripts, type LoadScripts } from './varying.ts';

const inline = (sha384: string, part: Partial<BrowserScript> = {}): BrowserScript => ({
  kind: 'inline',
  url: 'https://a.test/',
  sha384,
  bytes: 1,
  party: 'same-origin',
  by_url: null,
  integrity: null,
  cors: null,
  fixed: null,
  sample: null,
  ...part,
});
const load = (...scripts: [BrowserScript, string][]): LoadScripts => ({
  scripts: scripts.map(([script]) => script),
  texts: new Map(scripts),
});

describe('steadyHash', () => {
  it('leaves out the words that differ, and nothing else', () => {
    const hash = steadyHash('a = "x1"; go()', 'a = "y2"; go()');
    expect(hash).toHaveLength(64);
    expect(steadyHash('a = "q3"; go()', 'a = "r4"; go()')).toBe(hash);
    expect(steadyHash('a = "q3"; no()', 'a = "r4"; no()')).not.toBe(hash);
    // A word that no longer differs is no longer left out.
    expect(steadyHash('a = "q3"; go()', 'a = "q3"; go( )')).not.toBe(hash);
  });
  it('is empty if the texts are of another structure, or too large to keep', () => {
    expect(steadyHash('a(1)', 'a(1, 2)')).toBe('');
    expect(steadyHash(undefined, 'a')).toBe('');
  });
});

describe('varyingScripts', () => {
  it('finds those that differ, in their order', () => {
    const first = [inline('A'), inline('same'), inline('B')];
    const one = load([inline('C'), 'a=1'], [inline('same'), 's'], [inline('D'), 'b(1)']);
    const other = load([inline('E'), 'a=2'], [inline('same'), 's'], [inline('F'), 'b(2)']);
    const found = varyingScripts(first, one, other);
    expect([...found.keys()]).toEqual([first[0], first[2]]);
    expect(found.get(first[0] as BrowserScript)).toBe(steadyHash('a=1', 'a=2'));
  });
  it('says nothing if it cannot know which belong together, or if only the first load differs', () => {
    expect(varyingScripts([inline('A')], load([inline('B'), 'b']), load()).size).toBe(0);
    expect(varyingScripts([inline('A')], load([inline('B'), 'b']), load([inline('B'), 'b'])).size).toBe(0);
  });
  it('knows a file whose query differs, too', () => {
    const file = (url: string, sha384: string) => inline(sha384, { kind: 'file', url });
    const first = [file('https://a.test/x.js?c=1', 'A')];
    const found = varyingScripts(
      first,
      load([file('https://a.test/x.js?c=2', 'B'), 'f(1)']),
      load([file('https://a.test/x.js?c=3', 'C'), 'f(2)']),
    );
    expect(found.size).toBe(1);
  });
});
