/** One figure set: a JSON line for machines now, a row of the table for people at the end. */
const rows: Record<string, string | number>[] = [];

export function figure(row: Record<string, string | number>): void {
  rows.push(row);
  console.log(JSON.stringify(row));
}

export function table(): void {
  console.table(rows);
}

/** Progress for people who watch; not a figure. */
export function progress(text: string): void {
  console.error(`  ${new Date().toISOString().slice(11, 19)} ${text}`);
}

/** @param values unsorted; @param share 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function rounded(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}
