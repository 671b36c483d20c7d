import { randomUUID } from 'node:crypto';
import type { Tx } from '@palisade/db/client';
import { databaseTime } from '@palisade/db/database-time';
import { audit } from './audit.ts';
import { derivedCredential } from './credential-format.ts';
import { digestAtRest } from './keyed-hash.ts';

export type TokenKind = 'one_time' | 'compliance';

/** Specification §2.6: a one-time scan token is valid for 24 hours; a compliance token does not expire. */
export const ONE_TIME_VALIDITY_MS = 24 * 60 * 60 * 1000;

export interface TokenOrder {
  kind: TokenKind;
  email: string;
  /** The purchase the token is derived from, e.g. `razorpay:pay_…`. */
  source: string;
  /** False: inactive until `activateToken`, for a token issued before the payment. Default true. */
  active?: boolean;
  actor?: string;
}

/**
 * Issues the token of a purchase. Derived from the source: called again, it returns
 * the same token; called again with `active`, it activates an inactive one.
 * @param tx a transaction: the token exists if and only if the caller's other writes do
 */
export async function issueToken(tx: Tx, order: TokenOrder, appSecret: string): Promise<{ token: string; id: string }> {
  const token = derivedCredential(order.kind, order.source, 1, appSecret);
  const id = randomUUID();
  const actor = order.actor ?? 'billing';
  const { count } = await tx.accessToken.createMany({
    data: {
      id,
      kind: order.kind,
      digest: digestAtRest(appSecret, token),
      last4: token.slice(-4),
      email: order.email,
      source: order.source,
    },
    skipDuplicates: true,
  });
  if (count === 1) await audit(tx, { actor, action: 'token.create', subject: id, detail: { kind: order.kind } });
  if (order.active ?? true) await activateToken(tx, order.source, actor);
  if (count === 1) return { token, id };

  const existing = await tx.accessToken.findUniqueOrThrow({ where: { source: order.source } });
  if (existing.kind !== order.kind) {
    throw new Error(`the source ${order.source} already has a ${existing.kind} token`);
  }
  return { token, id: existing.id };
}

/** The payment has succeeded: the token works from now on, and its 24 hours start. Once; later calls change nothing. */
export async function activateToken(tx: Tx, source: string, actor = 'billing', given?: Date): Promise<void> {
  const now = given ?? (await databaseTime(tx));
  const where = { source, activatedAt: null };
  const expiresAt = new Date(now.getTime() + ONE_TIME_VALIDITY_MS);
  const changed = [
    ...(await tx.accessToken.updateManyAndReturn({
      where: { ...where, kind: 'one_time' },
      data: { activatedAt: now, expiresAt },
      select: { id: true },
    })),
    ...(await tx.accessToken.updateManyAndReturn({
      where: { ...where, kind: 'compliance' },
      data: { activatedAt: now },
      select: { id: true },
    })),
  ];
  for (const { id } of changed) await audit(tx, { actor, action: 'token.activate', subject: id });
}

/** The payment was refunded or disputed. A token in use right now is not delivered any more. */
export async function revokeToken(tx: Tx, source: string, actor = 'billing'): Promise<void> {
  const changed = await tx.accessToken.updateManyAndReturn({
    where: { source, revokedAt: null },
    data: { revokedAt: new Date() },
    select: { id: true },
  });
  for (const { id } of changed) await audit(tx, { actor, action: 'token.revoke', subject: id });
}

/** The refund failed or the dispute was won. Consumed tokens stay consumed, expired ones stay expired. */
export async function restoreToken(tx: Tx, source: string, actor = 'billing'): Promise<void> {
  const changed = await tx.accessToken.updateManyAndReturn({
    where: { source, revokedAt: { not: null } },
    data: { revokedAt: null },
    select: { id: true },
  });
  for (const { id } of changed) await audit(tx, { actor, action: 'token.restore', subject: id });
}
