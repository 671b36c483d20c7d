import { refundReservation, type Reservation } from '@palisade/access/reservation';
import { assess } from '@palisade/compliance/assess';
import type { Db, Tx } from '@palisade/db/client';
import { enqueueMail } from '@palisade/mail/enqueue-mail';
import { pdfFileName } from '@palisade/pdf/pdf-file-name';
import { renderCompliancePdf } from '@palisade/pdf/render';
import type { JobContext } from '@palisade/queue/backend';
import { complianceJob } from '@palisade/queue/jobs';
import { ScanReport } from '@palisade/report/report';
import type { Logger } from '@palisade/telemetry/logger';

export interface ComplianceJobDeps {
  db: Db;
  serviceName: string;
  log: Logger;
}

/**
 * Renders a paid report and writes its e-mail, both in one transaction: a crash before it
 * renders again, a crash after it finds nothing to do. The mail job takes over from there.
 */
export async function runComplianceJob(
  { db, serviceName, log }: ComplianceJobDeps,
  { reportId }: { reportId: string },
  job: Pick<JobContext, 'attempt'>,
): Promise<void> {
  const row = await db.complianceReport.findFirst({ where: { id: reportId, state: 'scanned' } });
  if (!row) return;
  try {
    const scan = await db.scan.findUniqueOrThrow({ where: { id: row.scanId } });
    const report = ScanReport.parse(scan.report);
    const pdf = await renderCompliancePdf(report, assess(report), { preparedFor: null, serviceName });
    const host = new URL(report.url).hostname;
    const fileName = pdfFileName(serviceName, host);
    await db.$transaction(async (tx) => {
      const { count } = await tx.complianceReport.updateMany({
        where: { id: reportId, state: 'scanned' },
        data: {
          state: 'rendered',
          pdf: new Uint8Array(pdf),
          fileName,
          renderedAt: new Date(),
          attempts: { increment: 1 },
        },
      });
      if (count === 0) return;
      await enqueueMail(tx, {
        dedupeKey: `compliance-report:${reportId}`,
        to: row.email,
        template: 'compliance_report',
        payload: {
          host,
          grade: report.grade,
          score: String(report.score),
          scanned_at: report.scanned_at,
          file_name: fileName,
        },
        reportId,
      });
    });
  } catch (error) {
    const last = job.attempt + 1 >= complianceJob.attempts;
    log.error({ reportId, err: error, last }, 'a compliance report could not be rendered');
    const reason = (error as Error).message.slice(0, 500);
    if (last) await db.$transaction((tx) => giveUp(tx, reportId, reason));
    else
      await db.complianceReport.update({
        where: { id: reportId },
        data: { attempts: { increment: 1 }, lastError: reason },
      });
    throw error;
  }
}

/** What becomes of a report when its e-mail was sent, or will never be. */
export function complianceMailHooks(log: Logger) {
  return {
    async onSent(tx: Tx, { reportId }: { reportId: string | null }): Promise<void> {
      if (reportId === null) return;
      await tx.complianceReport.updateMany({
        where: { id: reportId, state: 'rendered' },
        data: { state: 'mailed', mailedAt: new Date() },
      });
    },
    async onFailed(
      tx: Tx,
      { id, reportId, reason }: { id: string; reportId: string | null; reason: string },
    ): Promise<void> {
      log.error({ messageId: id, reportId, reason }, 'an e-mail was given up');
      if (reportId !== null) await giveUp(tx, reportId, reason);
    },
  };
}

/** The buyer gets the token back, once; the row stays for the operator's page. */
async function giveUp(tx: Tx, reportId: string, reason: string): Promise<void> {
  const [row] = await tx.complianceReport.updateManyAndReturn({
    where: { id: reportId, state: { in: ['scanned', 'rendered'] } },
    data: { state: 'failed', failedAt: new Date(), lastError: reason },
  });
  if (row) await refundReservation(tx, row.reservation as unknown as Reservation);
}
