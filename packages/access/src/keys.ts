import { randomUUID } from 'node:crypto';
import type { Tx } from '@palisade/db/client';
import { audit } from './audit.ts';
import { derivedCredential, PREFIXES, randomCredential } from './credential-format.ts';
import { digestAtRest } from './keyed-hash.ts';
import type { Plan } from './plans.ts';

export interface KeyOrder {
  email: string;
  plan: Plan;
  /** The subscription of the key, e.g. `stripe:sub_…`. Null: created by an operator, and the key is random. */
  source: string | null;
  paidUntil?: Date;
  /** An agreed volume that replaces the plan's. */
  monthlyScans?: number;
  actor?: string;
}

/**
 * Issues the key of a purchase. Called again for the same source, it returns the
 * same key (the current one, if it was rotated), so a webhook may be delivered any number of times.
 * @param tx a transaction: the key exists if and only if the caller's other writes do
 */
export async function issueKey(tx: Tx, order: KeyOrder, appSecret: string): Promise<{ key: string; id: string }> {
  const id = randomUUID();
  const { count } = await tx.apiKey.createMany({
    data: {
      id,
      email: order.email,
      plan: order.plan,
      source: order.source,
      paidUntil: order.paidUntil ?? null,
      monthlyScans: order.monthlyScans ?? null,
    },
    skipDuplicates: true,
  });
  if (count === 0) return currentKey(tx, order.source ?? '', appSecret);
  const key = keySecret(order.source, 1, appSecret);
  await storeSecret(tx, { keyId: id, version: 1, key, appSecret });
  await audit(tx, { actor: order.actor ?? 'billing', action: 'key.create', subject: id, detail: { plan: order.plan } });
  return { key, id };
}

/** The subscription's payments are overdue: the key does not work until it is restored. */
export async function suspendKey(tx: Tx, source: string, actor = 'billing'): Promise<void> {
  const changed = await tx.apiKey.updateManyAndReturn({
    where: { source, status: 'active' },
    data: { status: 'suspended' },
    select: { id: true },
  });
  for (const { id } of changed) await audit(tx, { actor, action: 'key.suspend', subject: id });
}

/** Undoes a suspension; a revoked key stays revoked. */
export async function restoreKey(tx: Tx, source: string, actor = 'billing'): Promise<void> {
  const changed = await tx.apiKey.updateManyAndReturn({
    where: { source, status: 'suspended' },
    data: { status: 'active' },
    select: { id: true },
  });
  for (const { id } of changed) await audit(tx, { actor, action: 'key.restore', subject: id });
}

/** Permanently revokes all its secrets, effective immediately. */
export async function revokeKey(tx: Tx, source: string, actor = 'billing'): Promise<void> {
  await revokeKeys(tx, { source }, actor);
}

/** The operator's equivalent, by id. Returns whether there was anything to revoke. */
export async function revokeKeyById(tx: Tx, id: string, actor: string): Promise<boolean> {
  return (await revokeKeys(tx, { id }, actor)) > 0;
}

/**
 * Sets the end of the paid period and of the key. Both may move back: after a refunded renewal the
 * previous period remains. The caller computes them from all known facts, so the order of calls does not matter.
 */
export async function setKeyPeriod(
  tx: Tx,
  source: string,
  period: { paidUntil: Date; worksUntil: Date },
  actor = 'billing',
): Promise<void> {
  const { paidUntil, worksUntil } = period;
  const differs = [
    { paidUntil: null },
    { paidUntil: { not: paidUntil } },
    { worksUntil: null },
    { worksUntil: { not: worksUntil } },
  ];
  const changed = await tx.apiKey.updateManyAndReturn({
    where: { source, OR: differs },
    data: { paidUntil, worksUntil },
    select: { id: true },
  });
  for (const { id } of changed) {
    const detail = { paidUntil: paidUntil.toISOString(), worksUntil: worksUntil.toISOString() };
    await audit(tx, { actor, action: 'key.extend', subject: id, detail });
  }
}

/** A volume different from the plan's, also in the middle of a month. */
export async function setVolume(tx: Tx, id: string, monthlyScans: number, actor: string): Promise<void> {
  await tx.apiKey.update({ where: { id }, data: { monthlyScans } });
  await audit(tx, { actor, action: 'key.volume', subject: id, detail: { monthlyScans } });
}

/** Derived for a purchase (the same for the same version), random for an operator. */
export function keySecret(source: string | null, version: number, appSecret: string): string {
  return source === null ? randomCredential('key') : derivedCredential('key', source, version, appSecret);
}

export async function storeSecret(
  tx: Tx,
  secret: { keyId: string; version: number; key: string; appSecret: string },
): Promise<void> {
  await tx.apiKeySecret.create({
    data: {
      digest: digestAtRest(secret.appSecret, secret.key),
      keyId: secret.keyId,
      version: secret.version,
      prefix: PREFIXES.key,
      last4: secret.key.slice(-4),
    },
  });
}

async function currentKey(tx: Tx, source: string, appSecret: string): Promise<{ key: string; id: string }> {
  const { id, currentVersion } = await tx.apiKey.findUniqueOrThrow({ where: { source } });
  return { key: derivedCredential('key', source, currentVersion, appSecret), id };
}

async function revokeKeys(tx: Tx, which: { source: string } | { id: string }, actor: string): Promise<number> {
  const changed = await tx.apiKey.updateManyAndReturn({
    where: { ...which, status: { not: 'revoked' } },
    data: { status: 'revoked', revokedAt: new Date() },
    select: { id: true },
  });
  for (const { id } of changed) await audit(tx, { actor, action: 'key.revoke', subject: id });
  return changed.length;
}
