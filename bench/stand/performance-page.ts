import type { Machine } from './machine.ts';

export interface Results {
  name: string;
  /** What is measured, in a sentence or two. */
  what: string;
  at: string;
  /** How long the measurement took. */
  seconds: number;
  machine: Machine;
  figures: Record<string, string | number>[];
}

/** docs/performance.md, from the results stored by `npm run bench -- --write`. */
export function performancePage(all: readonly Results[]): string {
  const sections = all
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map((results) => {
      const { processor, cores, memory_gb, node, load_before, load_after, node_start_ms } = results.machine;
      const load = `load ${load_before} before, ${load_after} after`;
      const pace = node_start_ms === undefined ? '' : `, \`node -e 0\` in ${node_start_ms} ms`;
      const where = `${results.at.slice(0, 10)}, ${cores} × ${processor}, ${memory_gb} GB, Node ${node}${pace}, ${load}, ${results.seconds} s`;
      return [
        `## ${results.name}`,
        '',
        results.what,
        '',
        ...tables(results.figures).flatMap((table) => [table, '']),
        `_\`npm run bench -- ${results.name}\`: ${where}._`,
        '',
      ].join('\n');
    });
  return [
    '# Performance',
    '',
    '<!-- Written by `npm run bench -- --write`; the figures are in bench/results. Changes made here are lost. -->',
    '',
    'Measured on one machine at one time, each with its load and, since 28 November 2026, the processor time of `node -e 0`: compare ratios rather than absolute values, which differ up to fivefold from day to day. A `ratio` compares with the first way of doing the same thing, named in the text above the table. `npm run bench -- <name>` repeats one benchmark. `npm run bench -- --write` repeats all of them and updates this page.',
    '',
    ...sections,
  ].join('\n');
}

/** Figures with the same columns share a table. */
function tables(figures: Results['figures']): string[] {
  const bySignature = Map.groupBy(figures, (figure) => Object.keys(figure).join(' '));
  return [...bySignature.values()].map((rows) => {
    const columns = Object.keys(rows[0] ?? {});
    const cells = rows.map((row) => columns.map((column) => shown(row[column])));
    const widths = columns.map((column, at) => Math.max(column.length, ...cells.map((row) => row[at]?.length ?? 0)));
    const line = (row: readonly string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
    const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
    return [line(columns), rule, ...cells.map(line)].join('\n');
  });
}

function shown(value: string | number | undefined): string {
  return value === undefined ? '' : String(value).replaceAll('|', '\\|');
}
