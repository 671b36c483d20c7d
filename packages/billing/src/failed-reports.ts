/** Paid compliance reports that failed permanently: their token is valid again, but an operator should check. */
import { randomUUID } from 'node:crypto';
import { audit } from '@palisade/access/audit';
import type { Tx } from '@palisade/db/client';
import { databaseTime } from '@palisade/db/database-time';
import { BadBillingRequest } from './errors.ts';

export interface FailedReport {
  id: string;
  /** Null for a token created by an operator. */
  purchaseId: string | null;
  provider: string;
  email: string;
  amount: number | null;
  currency: string | null;
  reason: string;
  since: Date;
}

export const failedReportKey = (id: string): string => `report_failed:${id}`;

/**
 * Listed until it is run again, refunded, put aside, or its buyer has used the token for another report.
 * Of several tries with one token, only the last.
 */
export async function failedReports(db: Tx): Promise<FailedReport[]> {
  return await db.$queryRaw<FailedReport[]>`
    select * from (
      select distinct on (token.id)
        report.id::text as id, purchase.id::text as "purchaseId", coalesce(purchase.provider, 'operator') as provider,
        coalesce(report.owner, token.email) as email, purchase.amount, purchase.currency,
        coalesce(report.last_error, '') as reason, coalesce(report.failed_at, report.created_at) as since
      from compliance_report report
      join access_token token on token.id::text = report.reservation->>'tokenId'
      left join purchase on 'purchase:' || purchase.id = token.source
      where report.state = 'failed' and token.consumed_at is null and token.revoked_at is null
      order by token.id, report.failed_at desc nulls last
    ) failed
    where not exists (
      select 1 from audit_entry
      where action = 'matter.dismiss' and detail->>'key' = 'report_failed:' || failed.id)
    order by since`;
}

/**
 * The token pays for it again, and the report worker's sweep finds the row within seconds.
 * @throws BadBillingRequest when the token is in use or was used meanwhile
 */
export async function runReportAgain(tx: Tx, id: string, actor: string): Promise<void> {
  const report = await tx.complianceReport.findUniqueOrThrow({ where: { id }, omit: { pdf: true } });
  const held = report.reservation as { tokenId?: string };
  const [reservation, now] = [randomUUID(), await databaseTime(tx)];
  const { count } = await tx.accessToken.updateMany({
    where: {
      id: held.tokenId ?? '',
      activatedAt: { not: null },
      consumedAt: null,
      revokedAt: null,
      OR: [{ leaseUntil: null }, { leaseUntil: { lte: now } }],
    },
    data: { reservationId: reservation, consumedAt: now, leaseUntil: null },
  });
  if (count !== 1) throw new BadBillingRequest('its token is in use or has been used in the meantime');
  // The failed report's message keeps its row, but passes its dedupe key to the next.
  const messages = await tx.mailMessage.findMany({ where: { reportId: id }, select: { id: true, dedupeKey: true } });
  for (const { id: messageId, dedupeKey } of messages) {
    await tx.mailMessage.update({ where: { id: messageId }, data: { dedupeKey: `${dedupeKey}:${reservation}` } });
  }
  await tx.complianceReport.update({
    where: { id },
    data: { state: 'scanned', attempts: 0, lastError: null, failedAt: null, reservation: { ...held, id: reservation } },
  });
  await audit(tx, { actor, action: 'report.again', subject: id });
}
