import type { ReactElement } from 'react';
import type { Mark } from './outline.ts';

/**
 * A block in the document's one column, of known height. Everything is measured before it is
 * drawn, and distributed over pages here: the renderer's own page breaking lays out the whole rest
 * again for every page, which took a minute for three hundred findings.
 */
export interface Block {
  /** Points. What `draw` returns has exactly this height. */
  height: number;
  draw: () => ReactElement;
  /** Its upper edge is the target of links to `id` and of the outline's entry. */
  anchor?: { id?: string; mark?: Mark };
  /** Space between two blocks; omitted at the top of a page. */
  gap?: boolean;
  /** Never the last block on its page. */
  keepNext?: boolean;
  /** Starts a new page unless this much room is left. */
  needs?: number;
  /** The block can be split: the minimum height of its first part, and the parts; the first has at most the height `room`. */
  least?: number;
  part?: (room: number) => readonly [Block, Block];
  /** Repeated above the rest if the rest starts a page: the head of a table. */
  head?: Block;
}

export function heightOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { height }) => sum + height, 0);
}

/** Only the last of them may end a page. */
export function kept(blocks: readonly Block[]): Block[] {
  const last = blocks.findLastIndex((block) => !block.gap);
  return blocks.map((block, index) => (index >= last ? block : { ...block, keepNext: true }));
}

/** Fills pages of the same height from top to bottom. Nothing is ever left out: a block that fits on no page gets its own. */
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

/** Tolerance for sums of fractions. */
const SLACK = 0.01;

/** From a position in the flow: the blocks that must stay together. */
function unitAt(blocks: readonly Block[], at: number): Block[] {
  const end = blocks.findIndex(({ gap, keepNext }, index) => index >= at && !gap && !keepNext);
  return blocks.slice(at, end < 0 ? blocks.length : end + 1);
}
