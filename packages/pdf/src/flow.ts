import type { ReactElement } from 'react';
import type { Mark } from './outline.ts';

/**
 * A piece of the text's one column, of known height. Everything is measured before it is
 * drawn, and put on pages here: the renderer's own page breaking lays out all that is left
 * again for every page, which took a minute for three hundred findings.
 */
export interface Block {
  /** Points; what `draw` makes is exactly that high. */
  height: number;
  draw: () => ReactElement;
  /** Its upper edge is the target of links to `id` and of the outline's entry. */
  anchor?: { id?: string; mark?: Mark };
  /** Space between two blocks: left out at the top of a page. */
  gap?: boolean;
  /** Never the last on its page. */
  keepNext?: boolean;
  /** Begins a page unless this much room is left. */
  needs?: number;
  /** Can be parted: the least height of a first part, and the parts, the first at most `room` high. */
  least?: number;
  part?: (room: number) => readonly [Block, Block];
  /** Stands above it again when it begins a page: the head of a table. */
  head?: Block;
}

export function heightOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { height }) => sum + height, 0);
}

/** All but the last may not end a page. */
export function kept(blocks: readonly Block[]): Block[] {
  const last = blocks.findLastIndex((block) => !block.gap);
  return blocks.map((block, index) => (index >= last ? block : { ...block, keepNext: true }));
}

/** Fills pages of one height from top to bottom. Nothing is ever left out: what fits no page is put on one of its own. */
export function paginate(blocks: readonly Block[], height: number): Block[][] {
  const pages: Block[][] = [];
  let page: Block[] = [];
  let room = height;
  const put = (block: Block): void => {
    if (block.gap && page.length === 0) return;
    page.push(block);
    room -= block.height;
  };
  const turn = (next: Block): void => {
    pages.push(page);
    page = [];
    room = height;
    if (next.head) put(next.head);
  };

  for (let at = 0; at < blocks.length;) {
    const unit = unitAt(blocks, at);
    at += unit.length;
    const last = unit.at(-1);
    const first = unit.find(({ gap }) => !gap);
    if (last === undefined || first === undefined) continue;
    const least = heightOf(unit.slice(0, -1)) + (last.least ?? last.height);
    if (page.length > 0 && (least > room + SLACK || (first.needs ?? 0) > room)) turn(first);
    unit.slice(0, -1).forEach(put);
    let rest = last;
    while (rest.height > room + SLACK) {
      if (rest.part && (rest.least ?? 0) <= room) {
        const [now, later] = rest.part(room);
        put(now);
        rest = later;
      } else if (page.length === (rest.head ? 1 : 0) && room + (rest.head?.height ?? 0) === height) break;
      turn(rest);
    }
    put(rest);
  }
  if (page.length > 0) pages.push(page);
  return pages;
}

/** Sums of fractions. */
const SLACK = 0.01;

/** From a place in the flow, as much as may not be separated. */
function unitAt(blocks: readonly Block[], at: number): Block[] {
  const end = blocks.findIndex(({ gap, keepNext }, index) => index >= at && !gap && !keepNext);
  return blocks.slice(at, end < 0 ? blocks.length : end + 1);
}
