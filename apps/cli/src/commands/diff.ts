import { unseenPaymentPages } from '@palisade/report/inventory-changes';
import type { ScanReport } from '@palisade/report/report';
import { BrowserSection } from '@palisade/report/sections/browser';
import { diffReports, type ReportChange } from '@palisade/scanner/diff';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import { renderDiff } from '../render-diff.ts';
import { comparable } from '../scanning/comparable.ts';
import { readReports } from '../scanning/saved.ts';
import { provisionalReason, type SiteReport } from '../scanning/site-report.ts';
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
  const changes = diffReports(old as unknown as ScanReport, now as unknown as ScanReport);
  if (options.json) await printEncoded(jsonLine(changes, 2));
  else printLines(renderDiff(old, now, changes));
  if (!options.failOnRegression) return EXIT.fine;
  const provisional = [old, now].find((report) => report.provisional);
  if (provisional) {
    const which = provisional === old ? before : after;
    warn(line`${which} passed and failed no gate, because it is provisional: ${provisionalReason(provisional)}`);
    return EXIT.fine;
  }
  const worse = regressions(old, now, changes);
  if (worse.length === 0) return EXIT.fine;
  warn(paint('red', `Gate failed: --fail-on-regression: ${worse.join(', ')}`, process.stderr));
  return EXIT.gateFailed;
}

/** A lower score, each check that costs more than before, and changes on pages that take card data. */
export function regressions(before: SiteReport, after: SiteReport, changes: readonly ReportChange[]): string[] {
  const checks = changes.flatMap((change) =>
    change.kind === 'check' && change.points < 0 ? [`${change.id} (${change.points})`] : [],
  );
  const score = after.score < before.score ? [`${before.grade} ${before.score} → ${after.grade} ${after.score}`] : [];
  // PCI DSS 11.6.1: someone must be alerted to a change on a payment page.
  const payment = changes.flatMap((change) =>
    change.kind === 'inventory' && change.payment ? [`${change.what} ${change.name} on ${change.path}`] : [],
  );
  const unseen = unseenPaymentPages(browserOf(before), browserOf(after)).map(
    (path) => `${path} accepts card data and was not visited by a browser again`,
  );
  return [...score, ...checks, ...payment, ...unseen];
}

function browserOf({ browser }: SiteReport): BrowserSection | undefined {
  return BrowserSection.safeParse(browser).data;
}

async function only(file: string): Promise<SiteReport> {
  const [report, ...more] = await readReports(file);
  if (!report || more.length > 0) throw new InputError(`${file} does not contain the report of one site`);
  return comparable(report);
}
