import type { styleText } from 'node:util';
import { describeChange, type CheckChange, type ReportChange } from '@palisade/scanner/diff';
import { provisionalReason, type SiteReport } from './scanning/site-report.ts';
import { headline } from './render-report.ts';
import { joined, line, paint, shown, type Shown } from './terminal/shown.ts';
import { wrap } from './terminal/wrap.ts';

type Style = Parameters<typeof styleText>[0];

interface Compared {
  changes: readonly ReportChange[];
  /** What only one of the two reports has. */
  leftOut: string | null;
}

/** What changed, for a terminal: the grades, what got worse, what got better, then other differences. */
export function renderDiff(before: SiteReport, after: SiteReport, { changes, leftOut }: Compared): Shown[] {
  const checks = changes.filter((change) => change.kind === 'check');
  // What could not be assessed in one of the two became neither better nor worse.
  const unassessed = checks.filter((change) => change.points !== 0 && isUnassessed(change));
  const known = checks.filter((change) => !unassessed.includes(change));
  const worse = known.filter(({ points }) => points < 0);
  const better = known.filter(({ points }) => points > 0);
  const other = changes.filter(
    (change) => change.kind === 'summary' || (change.kind === 'check' && change.points === 0),
  );
  const color: Style = after.score < before.score ? 'red' : after.score > before.score ? 'green' : 'bold';
  return [
    shown(''),
    ...headline(
      paint([color, 'bold'], `${before.grade} ${before.score} → ${after.grade} ${after.score}`),
      // Staging and production, say: the grades are of two sites then.
      before.final_url === after.final_url ? after.final_url : `${before.final_url} → ${after.final_url}`,
    ),
    ...(before.provisional || after.provisional
      ? wrap(`Provisional: ${provisionalReason(after.provisional ? after : before)}`, { indent: '  ' })
      : []),
    ...wrap(`${before.scanned_at} → ${after.scanned_at}`, { indent: '  ' }).map((one) => paint('dim', one)),
    ...(leftOut === null ? [] : wrap(leftOut, { indent: '  ' })),
    ...(changes.length === 0 ? [line`  Nothing changed.`] : []),
    ...section('Worse', 'red', worse.toSorted(byPoints)),
    ...section('Better', 'green', better.toSorted(byPoints).toReversed()),
    ...section('Not assessed in one of the two', 'yellow', unassessed.toSorted(byPoints)),
    ...section('Changes without a change in points', 'bold', other),
    ...section(
      'Scripts and security headers in the browser',
      'bold',
      changes.filter(({ kind }) => kind === 'inventory'),
    ),
    shown(''),
  ];
}

function isUnassessed({ before, after }: CheckChange): boolean {
  return [before, after].some((standing) => standing?.status === 'unknown');
}

const byPoints = (one: CheckChange, other: CheckChange): number => one.points - other.points;

function section(title: string, style: Style, changes: readonly ReportChange[]): Shown[] {
  if (changes.length === 0) return [];
  return [
    shown(''),
    joined([line`  `, paint(style, title)]),
    ...changes.flatMap((one) => wrap(describeChange(one), { indent: '    ', first: line`  · ` })),
  ];
}
