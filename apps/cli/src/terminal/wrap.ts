import { joined, shown, type Shown } from './shown.ts';

const WIDEST = 110;

/** Line width: the terminal's, or a readable width elsewhere. */
export function columns(stream: { columns?: number } = process.stdout): number {
  return Math.max(40, Math.min(knownWidth(stream) ?? 100, WIDEST));
}

/** A terminal without a size (`script`, `ssh -tt`, `docker exec -t` from a job) says 0. */
export function knownWidth({ columns: width }: { columns?: number }): number | undefined {
  return width === 0 ? undefined : width;
}

/**
 * Breaks a text into lines that fit, only between words: an address or a directive can still be copied. A word
 * longer than the line gets its own line.
 */
export function wrap(text: string, options: { indent: string; first?: Shown; width?: number }): Shown[] {
  const { indent, first = shown(indent), width = columns() } = options;
  const lines: Shown[][] = [[]];
  let used = first.length;
  for (const word of text
    .split(/\s+/u)
    .filter((part) => part !== '')
    .map(shown)) {
    const current = lines.at(-1) ?? [];
    if (current.length > 0 && used + 1 + word.length > width) {
      lines.push([word]);
      used = indent.length + word.length;
    } else {
      used += word.length + (current.length > 0 ? 1 : 0);
      current.push(word);
    }
  }
  return lines.map((words, index) => joined([index === 0 ? first : shown(indent), joined(words, ' ')]));
}
