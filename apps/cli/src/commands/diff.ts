import { describeInventory } from '@palisade/report/inventory-changes';
import type { ScanReport } from '@palisade/report/report';
import { diffReports, leftOut, type CheckChange, type ReportChange } from '@palisade/scanner/diff';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import { renderDiff } from '../render-diff.ts';
import { readReports } from '../scanning/saved.ts';
import { provisionalReason, uncertainty, type SiteReport } from '../scanning/site-report.ts';
import { line, paint } from '../terminal/shown.ts';
import { printEncoded, printLines, warn } from '../terminal/write.ts';
import { jsonLine } from '@palisade/report/visible';
import { InputError } from '../usage-error.ts';

export async function diff(
  before: string,
  after: string,
  options: { json?: boolean; failOnRegression?: boolean },
): Promise<ExitStatus> {
  const old = await only(before);
  const now = await only(after);
  const both = [old as unknown as ScanReport, now as unknown as ScanReport] as const;
  const changes = diffReports(...both);
  const missing = leftOut(...both);
  if (options.json) await printEncoded(jsonLine(changes, 2));
  else printLines(renderDiff(old, now, { changes, leftOut: missing }));
  if (!options.failOnRegression) return EXIT.fine;
  const provisional = [old, now].find((report) => uncertainty(report) !== null);
  const payment = paymentChanges(changes);
  if (provisional) {
    const which = provisional === old ? before : after;
    const gate = payment.length === 0 ? 'no gate' : 'no gate for its grade';
    warn(line`${which} passed and failed ${gate}, because it is provisional: ${provisionalReason(provisional)}`);
  }
  if (missing !== null) warn(line`No gate for some sections. ${missing}`);
  const missed = changes.flatMap((change) => (change.kind === 'check' && isMissed(change) ? [change.id] : []));
  if (missed.length > 0 && !provisional)
    warn(line`${after}: these checks were completed before and not now, so no gate covers them: ${missed.join(', ')}`);
  const worse = [...(provisional ? [] : regressions(old, now, changes)), ...payment];
  if (worse.length === 0) return EXIT.fine;
  warn(paint('red', `Gate failed: --fail-on-regression: ${worse.join(', ')}`, process.stderr));
  return EXIT.gateFailed;
}

function isMissed({ before, after }: CheckChange): boolean {
  return before !== null && before.status !== 'unknown' && after?.status === 'unknown';
}

/** A lower score, and each check that costs more than before. */
function regressions(before: SiteReport, after: SiteReport, changes: readonly ReportChange[]): string[] {
  const checks = changes.flatMap((change) =>
    change.kind === 'check' && change.points < 0 ? [`${change.id} (${change.points})`] : [],
  );
  const score = after.score < before.score ? [`${before.grade} ${before.score} → ${after.grade} ${after.score}`] : [];
  return [...score, ...checks];
}

/**
 * Changes on pages that take card data. PCI DSS 11.6.1: someone must be alerted to each. What a browser received is compared even
 * where a report is provisional: its grade is uncertain, not its inventory.
 */
function paymentChanges(changes: readonly ReportChange[]): string[] {
  return changes.flatMap((change) => {
    if (change.kind !== 'inventory' || !change.payment) return [];
    if (change.what === 'page') return [describeInventory(change)];
    return [`${change.what === 'field' ? 'card field' : change.what} ${change.name} on ${change.path}`];
  });
}

async function only(file: string): Promise<SiteReport> {
  const [report, ...more] = await readReports(file);
  if (!report || more.length > 0) throw new InputError(`${file} does not contain the report of one site`);
  return report;
}
