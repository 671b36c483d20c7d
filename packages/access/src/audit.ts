import type { Prisma, Tx } from '@palisade/db/client';

export type AuditAction =
  | 'key.create'
  | 'key.rotate'
  | 'key.suspend'
  | 'key.restore'
  | 'key.revoke'
  | 'key.extend'
  | 'key.volume'
  | 'token.create'
  | 'token.activate'
  | 'token.revoke'
  | 'token.restore'
  | 'payment.refund'
  | 'payment.accept'
  | 'matter.dismiss'
  | 'subscription.cancel'
  | 'purchase.correct'
  | 'mail.resend'
  | 'report.again'
  | 'account.export'
  | 'account.erase';

/** Written in the transaction of the action itself, so that neither exists without the other. */
export async function audit(
  tx: Tx,
  entry: { actor: string; action: AuditAction; subject: string; detail?: Prisma.InputJsonObject },
): Promise<void> {
  await tx.auditEntry.create({ data: entry });
}
