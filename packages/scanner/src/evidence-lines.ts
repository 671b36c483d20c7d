const MAX_LINES = 50;
const MAX_LENGTH = 1000;

/** Evidence of a size that fits a report: the first lines, each cut, and how many more there are. */
export function evidenceLines(lines: readonly string[]): string[] {
  const distinct = [...new Set(lines)];
  const shown = distinct
    .slice(0, MAX_LINES)
    .map((line) => (line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line));
  return distinct.length > MAX_LINES ? [...shown, `… and ${distinct.length - MAX_LINES} more`] : shown;
}
