import { createHash } from 'node:crypto';
import { refundReservation, type Reservation } from '@palisade/access/reservation';
import type { Db, Tx } from '@palisade/db/client';
import type { Assessment } from '@palisade/compliance/assess';
import { Scope } from '@palisade/compliance/scope';
import type { MailDeps } from '@palisade/mail/deliver-mail';
import { readLogo } from '@palisade/db/client-logos';
import { findScanReport } from '@palisade/db/scans';
import { openServedReport } from '@palisade/db/served-reports';
import { enqueueMail } from '@palisade/mail/enqueue-mail';
import { datedFileName } from '@palisade/pdf/pdf-file-name';
import type { Renderer } from '@palisade/pdf/renderer';
import type { JobContext } from '@palisade/queue/backend';
import { complianceJob } from '@palisade/queue/jobs';
import { provisionalNote } from '@palisade/report/provisional';
import { ScanReport } from '@palisade/report/report';
import { assessReport } from '@palisade/scanner/assess-report';
import { storedContext } from './stored-context.ts';
import type { Logger } from '@palisade/telemetry/logger';
import { inSpan } from '@palisade/telemetry/tracing';

export interface ComplianceJobDeps {
  db: Db;
  serviceName: string;
  log: Logger;
  renderer: Pick<Renderer, 'render'>;
  /** Releases what paid for the report. */
  releaseToken?: (tx: Tx, reservation: Reservation) => Promise<unknown>;
}

/**
 * Starts after which a report is given up although no try ended with an error: this process
 * was killed each time. The queue counts failed renderings.
 */
export const MAX_STARTS = 30;

/**
 * Renders a paid report, stores the document and puts its email into the outbox, in one
 * transaction. Run again at any point, it does the rest: the row records its progress.
 */
export async function runComplianceJob(
  deps: ComplianceJobDeps,
  { reportId }: { reportId: string },
  job: Pick<JobContext, 'attempt'>,
): Promise<void> {
  const { db, log, serviceName, renderer } = deps;
  // Counted before the work: a document that kills its process must not do so forever.
  const [row] = await db.complianceReport.updateManyAndReturn({
    where: { id: reportId, state: 'scanned' },
    data: { attempts: { increment: 1 } },
  });
  if (!row) return;
  if (row.attempts > MAX_STARTS) {
    await giveUp(deps, reportId, row.lastError ?? 'the process died each time');
    return;
  }
  const started = performance.now();
  try {
    const report = await orderedReport(db, row);
    const scope = Scope.parse(row.scope ?? {});
    const fileName = datedFileName(serviceName, {
      product: 'compliance',
      host: new URL(report.url).hostname,
      scannedAt: report.scanned_at,
    });
    const more = await storedContext(db, report);
    const frameworks = row.frameworks.length > 0 ? row.frameworks : undefined;
    const assessment = assessReport(report, { scope, frameworks });
    const names = { serviceName, preparedFor: row.preparedFor };
    const logo = await readLogo(db, row.logoId);
    const attributes = { 'palisade.scan_id': report.scan_id };
    const pdf = await inSpan('render compliance report', { attributes }, () =>
      renderer.render({ kind: 'compliance', report, assessment, names, logo, ...more }),
    );
    await db.$transaction((tx) => store(tx, row, { report, assessment, pdf, fileName }));
    log.info(
      { reportId, ms: Math.round(performance.now() - started), bytes: pdf.length },
      'compliance report rendered',
    );
  } catch (error) {
    log.error({ reportId, attempt: job.attempt, err: error }, 'a compliance report could not be rendered');
    if (job.attempt + 1 >= complianceJob.attempts) {
      await giveUp(deps, reportId, causeOf(error));
      return;
    }
    await db.complianceReport.updateMany({
      where: { id: reportId, state: 'scanned' },
      data: { lastError: causeOf(error) },
    });
    throw error;
  }
}

/** As the buyer finds it at its address; the scan's report if that is gone. */
async function orderedReport(db: Db, row: { scanId: string; servedId: string | null }): Promise<ScanReport> {
  const served = row.servedId === null ? null : await openServedReport(db, row.servedId);
  if (served?.state === 'kept') return ScanReport.parse(JSON.parse(served.json));
  return ScanReport.parse(await findScanReport(db, row.scanId));
}

async function store(
  tx: Tx,
  row: { id: string; email: string },
  drawn: { report: ScanReport; assessment: Assessment; pdf: Buffer; fileName: string },
): Promise<void> {
  const { report, assessment, pdf, fileName } = drawn;
  const { count } = await tx.complianceReport.updateMany({
    where: { id: row.id, state: 'scanned' },
    data: { state: 'rendered', pdf: new Uint8Array(pdf), fileName, renderedAt: new Date(), lastError: null },
  });
  // Another process was faster: its document and its email count.
  if (count === 0) return;
  const provisional = provisionalNote(report);
  await enqueueMail(tx, {
    dedupeKey: `compliance-report:${row.id}`,
    to: row.email,
    template: 'compliance_report',
    reportId: row.id,
    payload: {
      host: new URL(report.url).host,
      grade: report.grade,
      score: String(report.score),
      scanned_at: report.scanned_at,
      file_name: fileName,
      frameworks: assessment.frameworks.map(({ framework }) => `${framework.name} ${framework.edition}`),
      sha256: createHash('sha256').update(pdf).digest('hex'),
      order: row.id,
      ...(provisional !== null && { provisional }),
      ...(report.report_url !== undefined && { report_url: report.report_url }),
    },
  });
}

async function giveUp(deps: ComplianceJobDeps, reportId: string, reason: string): Promise<void> {
  await deps.db.$transaction((tx) => failReport(tx, reportId, reason, deps.releaseToken));
  deps.log.error({ reportId, reason }, 'a compliance report was given up; its token is available again');
}

/** Once: of the paths that can end here, only the first releases the token. */
async function failReport(
  tx: Tx,
  reportId: string,
  reason: string,
  releaseToken: ComplianceJobDeps['releaseToken'] = refundReservation,
): Promise<void> {
  const [failed] = await tx.complianceReport.updateManyAndReturn({
    where: { id: reportId, state: { in: ['scanned', 'rendered'] } },
    data: { state: 'failed', failedAt: new Date(), lastError: reason, pdf: null },
    select: { reservation: true },
  });
  if (failed) await releaseToken(tx, failed.reservation as unknown as Reservation);
}

/** The consequences of its email's outcome for a report; both run in the transaction that marks the message. */
export function complianceMailHooks(
  log: Logger,
  releaseToken?: ComplianceJobDeps['releaseToken'],
): Required<Pick<MailDeps, 'onSent' | 'onFailed' | 'onNeverKnown'>> {
  return {
    onSent: async (tx, { reportId }) => {
      if (reportId === null) return;
      await tx.complianceReport.updateMany({
        where: { id: reportId, state: 'rendered' },
        data: { state: 'mailed', mailedAt: new Date() },
      });
    },
    onFailed: async (tx, { id, reportId, reason }) => {
      log.error({ messageId: id, reportId, reason }, 'an email could not be delivered');
      if (reportId !== null) await failReport(tx, reportId, `mail: ${reason}`, releaseToken);
    },
    // The customer must not be the one who loses: at worst a token buys two reports.
    onNeverKnown: async (tx, { id, reportId, reason }) => {
      log.error({ messageId: id, reportId, reason }, 'an email may have arrived and will not be retried');
      if (reportId !== null) await failReport(tx, reportId, `mail, which may have arrived: ${reason}`, releaseToken);
    },
  };
}

function causeOf(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500);
}
