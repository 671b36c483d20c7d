import type { Difference, Reconciliation } from './reconcile.ts';

const COLUMNS = ['provider', 'difference', 'ref', 'purchaseId', 'action'] as const satisfies (keyof Difference)[];

/** For an operator's terminal. The last line says what an empty table means. */
export function reconciliationTable(result: Reconciliation): string {
  const since = result.since.toISOString().slice(0, 16).replace('T', ' ');
  const summary = `compared ${result.looked} since ${since} UTC: ${
    result.differences.length === 0
      ? 'no differences'
      : `${result.differences.length} difference${result.differences.length === 1 ? '' : 's'}`
  }`;
  if (result.differences.length === 0) return summary;
  const rows = [
    [...COLUMNS],
    ...result.differences.map((difference) => COLUMNS.map((column) => difference[column] ?? '-')),
  ];
  const widths = COLUMNS.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [...lines, '', summary].join('\n');
}
