import type { BrowserScript } from '@palisade/scanner/evidence/browser';
import { describe, expect, it } from 'vitest';
import { steadyParts } from './steady-parts.ts';
import { varyingIn, type LoadScripts } from './varying.ts';

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

describe('what stays the same of a text that differs', () => {
  const words = (...texts: string[]): string => steadyParts(texts).words;
  const code = (...texts: string[]): string | undefined => steadyParts(texts).code;

  it('is all but the words that differ', () => {
    const hash = words('a = "x1"; go()', 'a = "y2"; go()');
    expect(hash).toHaveLength(64);
    expect(words('a = "q3"; go()', 'a = "r4"; go()')).toBe(hash);
    expect(words('a = "q3"; no()', 'a = "r4"; no()')).not.toBe(hash);
    // A word that no longer differs is no longer left out.
    expect(words('a = "q3"; go()', 'a = "q3"; go( )')).not.toBe(hash);
  });

  // Rails, Symfony and Spring write such tokens into pages.
  it.each([
    ['Base64', 'Zk3+9/aQx7Lm0PqRsT1uVw==', 'aB+cD9e/FgH+iJkLmN2oPq==', 'Zk39aQx7Lm0PqRsT1uVwXyZa'],
    ['Base64 in a URL', 'Zk3-9_aQx7Lm0PqRsT1u-w', 'aB-cD9e-FgH-iJkLmN2oPq', 'Zk39aQx7Lm0PqRsT1uVwXy'],
    ['encoded Base64', 'Zk3%2B9aQx7Lm0PqRsT1uVw%3D', 'aB%2FcD9eFgH%2BiJkLmN2oPq', 'Zk39aQx7Lm0PqRsT1uVwXyZa'],
  ])('counts a random value as one word: %s', (_what, one, other, third) => {
    const text = (token: string, rest = 'go()') => `a = "${token}"; ${rest}`;
    const hash = words(text(one), text(other));
    expect(hash).toHaveLength(64);
    expect(words(text(third), text(one))).toBe(hash);
    expect(words(text(third, 'skim(document.cookie)'), text(one, 'skim(document.cookie)'))).not.toBe(hash);
  });

  it('keeps the hashes of earlier engines: a value that stays the same is compared by its words', () => {
    const long = 'Zk3+9/aQx7Lm0PqRsT1uVw==';
    const spaced = long.replaceAll(/([+/=])/gu, ' $1 ');
    expect(words(`a = "${long}" + 1`, `a = "${long}" + 2`)).toBe(words(`a = "${spaced}" + 1`, `a = "${spaced}" + 2`));
  });

  // The day and the hour are the same in all loads of one visit.
  it.each([
    ['2026-11-28T16:20:33.120Z', '2026-11-28T16:20:35.001Z', '2026-12-05T04:17:00.5Z', '2026-12-05T04:17:09Z'],
    ['2026-11-28 16:20', '2026-11-28 16:20', '2026-12-05 04:17', '2026-12-05 04:17'],
    ['Sat, 28 Nov 2026 16:20:33 GMT', 'Sat, 28 Nov 2026 16:20:35 GMT', 'Fri, 04 Dec 2026 04:17:00 GMT', 'Fri, 04 Dec 2026 04:17:01 GMT'], // prettier-ignore
    ['Sat Nov 28 2026 16:20:33', 'Sat Nov 28 2026 16:20:35', 'Fri Dec 4 2026 04:17:00', 'Fri Dec 4 2026 04:17:01'],
  ])('is without dates: %s', (one, other, next, last) => {
    const text = (id: number, date: string) => `a = ${id}; at("${date}")`;
    const hash = words(text(1, one), text(2, other));
    expect(words(text(3, next), text(4, last))).toBe(hash);
    expect(words(text(3, '7'), text(4, '7'))).not.toBe(hash);
  });

  it('is the code without its data, if the number of words differs', () => {
    const state = (items: unknown, rest = 'go()') => `window.state = ${JSON.stringify(items)};\n${rest}`;
    const [one, other] = [
      state([{ id: 1, name: 'Shoe' }]),
      state([
        { id: 2, name: "Men's hat" },
        { id: -3.5, name: '' },
      ]),
    ];
    expect(steadyParts([one, other])).toEqual({ words: '', code: expect.stringMatching(/^.{64}$/u) as string });
    expect(code(state([]), one)).toBe(code(one, other));
    expect(code(state([], 'skim()'), state([1], 'skim()'))).not.toBe(code(one, other));
    expect(code(one, `${other}; skim()`)).toBeUndefined();
  });

  it('is also where its addresses lead: a loader that takes its script from elsewhere is another one', () => {
    const page = (items: string[], from: string) => `items = ${JSON.stringify(items)}; load("${from}")`;
    const of = (from: string) => code(page(['a'], from), page(['a', 'b'], from));
    const known = of('https://pay.example/v3.js');
    expect(of('https://pay.example/v4.js?v=1')).toBe(known);
    for (const from of [
      'https://evil.example/v3.js',
      String.raw`https:\/\/evil.example\/v3.js`,
      '//evil.example/v3.js',
    ])
      expect(of(from)).not.toBe(known);
    const images = (hosts: string[]) =>
      page(
        hosts.map((host) => `https://${host}/1.jpg`),
        '/own.js',
      );
    expect(code(images(['a.example']), images(['a.example', 'a.example']))).toBeDefined();
    expect(code(images(['a.example']), images(['a.example', 'b.example']))).toBeUndefined();
  });

  it('takes no code for data, whatever looks like the quotes around it', () => {
    const plain = code('a = /x/; go(1)', 'a = /x/; go(1, 2)');
    expect(plain).toBeUndefined();
    const [hidden, clean] = ["a = /'/; skim(1); b = /'/; v = [1]", "a = /'/; look(1); b = /'/; v = [1]"];
    expect(code(hidden, hidden.replace('[1]', '[1, 2]'))).not.toBe(code(clean, clean.replace('[1]', '[1, 2]')));
  });

  it('is nothing, if a text is too large to keep', () => {
    expect(steadyParts([undefined, 'a'])).toEqual({ words: '' });
    expect(words('a(1)', 'a(1, 2)')).toBe('');
  });
});

describe('varyingIn', () => {
  const varyingScripts = (...loads: [LoadScripts, LoadScripts, LoadScripts]) => varyingIn(...loads).texts;

  it('finds those that differ, in their order', () => {
    const first = load([inline('A'), 'a=0'], [inline('same'), 's'], [inline('B'), 'b(0)']);
    const one = load([inline('C'), 'a=1'], [inline('same'), 's'], [inline('D'), 'b(1)']);
    const other = load([inline('E'), 'a=2'], [inline('same'), 's'], [inline('F'), 'b(2)']);
    const found = varyingScripts(first, one, other);
    expect([...found]).toEqual([
      [first.scripts[0], steadyParts(['a=1', 'a=2'])],
      [first.scripts[2], steadyParts(['b(1)', 'b(2)'])],
    ]);
  });
  it('says nothing if it cannot know which belong together, or if only the first load differs', () => {
    expect(varyingScripts(load([inline('A'), 'a']), load([inline('B'), 'b']), load()).size).toBe(0);
    expect(varyingScripts(load([inline('A'), 'a']), load([inline('B'), 'b']), load([inline('B'), 'b'])).size).toBe(0);
  });
  it('finds those of which each load has another number by their code', () => {
    const first = load([inline('A'), 'ad(1)'], [inline('B'), 'cart([1])']);
    const one = load([inline('C'), 'ad(2)'], [inline('D'), 'ad(3)'], [inline('E'), 'cart([2, 3])']);
    const found = varyingScripts(first, one, load([inline('F'), 'ad(4)']));
    expect([...found.values()].map(({ words }) => words)).toEqual(['', '']);
    const later = load([inline('G'), 'ad(5)'], [inline('H'), 'ad(6)'], [inline('I'), 'skim()']);
    const again = varyingScripts(later, first, one);
    expect(again.get(later.scripts[1] ?? inline(''))).toEqual(found.get(first.scripts[0] ?? inline('')));
    expect(again.has(later.scripts[2] ?? inline(''))).toBe(false);
  });
  it('knows a file whose query differs, too', () => {
    const file = (url: string, sha384: string) => inline(sha384, { kind: 'file', url });
    const first = load([file('https://a.test/x.js?c=1', 'A'), 'f(0)']);
    const found = varyingScripts(
      first,
      load([file('https://a.test/x.js?c=2', 'B'), 'f(1)']),
      load([file('https://a.test/x.js?c=3', 'C'), 'f(2)']),
    );
    expect(found.size).toBe(1);
  });

  it.each([
    ['?ord=0.23&account=5', '?ord=0.9&account=5', '?ord=7&account=5', '/a.js?ord=*&account=5'],
    ['?s=aB+/c&account=5', '?s=xY=&account=5', '?s=q%2F&account=5', '/a.js?s=*&account=5'],
    ['?account=5&171', '?account=5&172', '?account=5&173', '/a.js?account=5&*'],
    ['/5ae3/d.91.js', '/2429/d.92.js', '/7c01/d.93.js', '/a.js/*/d.*.js'],
    ['/5ae3/d.js', '/d.js', '/x/y/d.js', undefined],
    ['?account=5', '?account=5', '?account=5', undefined],
  ])('names a file by what stays the same of its address: %s', (one, two, three, address) => {
    const at = (end: string) => inline('A', { kind: 'file', url: `https://cdn.test/a.js${end}` });
    const first = load([at(one), '1']);
    const { addresses } = varyingIn(first, load([at(two), '1']), load([at(three), '1']));
    expect([...addresses.values()]).toEqual(address === undefined ? [] : [`https://cdn.test${address}`]);
  });
});
