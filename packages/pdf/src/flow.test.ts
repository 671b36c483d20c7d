import { createElement } from 'react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, heightOf, kept, paginate } from './flow.ts';

interface Piece extends Block {
  name: string;
}

const piece = (name: string, height: number, more: Partial<Block> = {}): Piece => ({
  name,
  height,
  draw: () => createElement('VIEW'),
  ...more,
});
const gap = (height: number) => piece('gap', height, { gap: true });

/** Lines with a height of one point. */
function text(name: string, from: number, to: number): Piece {
  const whole = piece(`${name} ${from}-${to}`, to - from);
  if (to - from < 4) return whole;
  return {
    ...whole,
    least: 2,
    part: (room) => {
      const middle = from + Math.max(2, Math.min(Math.floor(room), to - from - 2));
      return [text(name, from, middle), text(name, middle, to)];
    },
  };
}

const names = (blocks: readonly Block[], height: number) =>
  paginate(blocks, height).map((page) => page.map((block) => (block as Piece).name));

describe('paginate', () => {
  it.each<[string, Block[], string[][]]>([
    ['fills a page and begins the next', [piece('a', 6), piece('b', 4), piece('c', 1)], [['a', 'b'], ['c']]],
    ['leaves out a gap at the top', [piece('a', 9), gap(2), piece('b', 3)], [['a'], ['b']]],
    ['takes a heading along', [piece('a', 7), piece('h', 2, { keepNext: true }), piece('b', 2)], [['a'], ['h', 'b']]],
    [
      'leaves a heading with the first lines of a long text',
      [piece('a', 5), piece('h', 2, { keepNext: true }), text('t', 0, 6)],
      [['a', 'h', 't 0-3'], ['t 3-6']],
    ],
    ['leaves no single line behind', [piece('a', 7), text('t', 0, 4)], [['a', 't 0-2'], ['t 2-4']]],
    ['parts what is longer than pages', [text('t', 0, 25)], [['t 0-10'], ['t 10-20'], ['t 20-25']]],
    [
      'repeats the head of a table',
      [
        piece('head', 1, { keepNext: true }),
        piece('r1', 5, { head: piece('head', 1) }),
        piece('r2', 5, { head: piece('head', 1) }),
      ],
      [
        ['head', 'r1'],
        ['head', 'r2'],
      ],
    ],
    [
      'begins a chapter on a new page when little room is left',
      [piece('a', 6), piece('chapter', 1, { needs: 5, keepNext: true }), piece('b', 1)],
      [['a'], ['chapter', 'b']],
    ],
    [
      'keeps a group together',
      [piece('a', 6), ...kept([piece('x', 2), gap(1), piece('y', 2)])],
      [['a'], ['x', 'gap', 'y']],
    ],
    ['ends a group before its last gap', [...kept([piece('x', 2), gap(1)]), piece('a', 9)], [['x'], ['a']]],
    ['gives what fits no page a page', [piece('a', 1), piece('huge', 30), piece('b', 1)], [['a'], ['huge'], ['b']]],
    ['makes no page of nothing', [gap(3)], []],
  ])('%s', (_, blocks, expected) => {
    expect(names(blocks, 10)).toEqual(expected);
  });

  it('loses nothing, keeps the order, and fills no page beyond its height', () => {
    const blocks = fc
      .array(
        fc.oneof(
          fc.integer({ min: 1, max: 9 }).map((height) => [piece('p', height)]),
          fc.integer({ min: 1, max: 4 }).map((height) => [gap(height)]),
          fc.integer({ min: 4, max: 99 }).map((lines) => [text('t', 0, lines)]),
          fc
            .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 4, max: 60 }))
            .map(([height, lines]) => [piece('h', height, { keepNext: true }), gap(1), text('t', 0, lines)]),
        ),
        { maxLength: 40 },
      )
      .map((groups) => groups.flat());
    fc.assert(
      fc.property(blocks, (list) => {
        const pages = paginate(list, 30);
        const solid = pages.flat().filter((block) => block.gap !== true);
        expect(heightOf(solid)).toBe(heightOf(list.filter((block) => block.gap !== true)));
        for (const page of pages) {
          expect(page[0]?.gap).not.toBe(true);
          expect(heightOf(page)).toBeLessThanOrEqual(30);
          expect(page.at(-1)?.keepNext).not.toBe(true);
        }
      }),
    );
  });
});
