import type { Db } from '@palisade/db/client';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
/** Subject of an action on something without a UUID. */
const NO_SUBJECT = '00000000-0000-0000-0000-000000000000';

/** Records who did what on the operations page, in the audit trail that also holds actions on keys and tokens. */
export async function noteOperatorAction(
  db: Db,
  operator: string,
  action: string,
  detail: Record<string, string>,
): Promise<void> {
  const subject = UUID.exec(detail['jobId'] ?? detail['messageId'] ?? '')?.[0] ?? NO_SUBJECT;
  await db.auditEntry.create({ data: { actor: `operator:${operator}`, action, subject, detail } });
}
