const MAX_LINES = 50;
const MAX_LENGTH = 1000;

/** Limits evidence to a size that fits a report: the first lines, each truncated, and the number of omitted lines. */
export function evidenceLines(lines: readonly string[]): string[] {
  const distinct = [...new Set(lines)];
  const shown = distinct
    .slice(0, MAX_LINES)
    .map((line) => (line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line));
  return distinct.length > MAX_LINES ? [...shown, `… and ${distinct.length - MAX_LINES} more`] : shown;
}
