import type { Tx } from '@palisade/db/client';
import { audit } from './audit.ts';
import { KeyRefused } from './errors.ts';
import { keySecret, storeSecret } from './keys.ts';

/** The replaced key keeps working for a day, so that its owner can switch without an interruption. */
export const OVERLAP_MS = 24 * 60 * 60 * 1000;

/**
 * A new secret for the same subscription: quota, plan and status stay.
 * @param tx a transaction
 * @throws KeyRefused when there is no such key, or it is revoked
 */
export async function rotateKey(
  tx: Tx,
  id: string,
  options: { appSecret: string; actor: string; overlapMs?: number; now?: Date },
): Promise<{ key: string; id: string; email: string; version: number; oldKeyWorksUntil: Date }> {
  const now = options.now ?? new Date();
  // Takes the row lock first: two concurrent rotations make versions 2 and 3, not 2 twice.
  const [current] = await tx.apiKey.updateManyAndReturn({
    where: { id, status: { not: 'revoked' } },
    data: { currentVersion: { increment: 1 } },
    select: { email: true, source: true, currentVersion: true },
  });
  if (!current) throw new KeyRefused((await tx.apiKey.findUnique({ where: { id } })) ? 'revoked' : 'unknown');

  const oldKeyWorksUntil = new Date(now.getTime() + (options.overlapMs ?? OVERLAP_MS));
  await tx.apiKeySecret.updateMany({
    where: { keyId: id, OR: [{ expiresAt: null }, { expiresAt: { gt: oldKeyWorksUntil } }] },
    data: { expiresAt: oldKeyWorksUntil },
  });
  const version = current.currentVersion;
  const key = keySecret(current.source, version, options.appSecret);
  await storeSecret(tx, { keyId: id, version, key, appSecret: options.appSecret });
  await audit(tx, {
    actor: options.actor,
    action: 'key.rotate',
    subject: id,
    detail: { version, oldKeyWorksUntil: oldKeyWorksUntil.toISOString() },
  });
  return { key, id, email: current.email, version, oldKeyWorksUntil };
}
