import { styleText } from 'node:util';
import type { ScanReport } from '@palisade/report/report';
import { describeChange, type CheckChange, type ReportChange } from '@palisade/scanner/diff';

type Style = Parameters<typeof styleText>[0];

/** What changed, for a terminal: the grades, what got worse, what got better, then what merely differs. */
export function renderDiff(before: ScanReport, after: ScanReport, changes: readonly ReportChange[]): string {
  const checks = changes.filter((change) => change.kind === 'check');
  const worse = checks.filter(({ points }) => points < 0);
  const better = checks.filter(({ points }) => points > 0);
  const other = changes.filter((change) => change.kind === 'summary' || change.points === 0);
  const colour: Style = after.score < before.score ? 'red' : after.score > before.score ? 'green' : 'bold';
  return [
    '',
    `  ${paint([colour, 'bold'], `${before.grade} ${before.score} → ${after.grade} ${after.score}`)}  ${paint('bold', after.final_url)}`,
    `  ${paint('dim', `${before.scanned_at} → ${after.scanned_at}`)}`,
    ...(changes.length === 0 ? ['  Nothing changed.'] : []),
    ...section('Worse', 'red', worse.toSorted(byPoints)),
    ...section('Better', 'green', better.toSorted(byPoints).toReversed()),
    ...section('Changed without a change of points', 'bold', other),
    '',
  ].join('\n');
}

const byPoints = (one: CheckChange, other: CheckChange): number => one.points - other.points;

function section(title: string, style: Style, changes: readonly ReportChange[]): string[] {
  return changes.length > 0
    ? ['', `  ${paint(style, title)}`, ...changes.map((one) => `  · ${describeChange(one)}`)]
    : [];
}

function paint(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}
