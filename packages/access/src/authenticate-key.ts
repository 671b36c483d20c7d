import type { Tx } from '@palisade/db/client';
import { checkCredential } from './credential-format.ts';
import { KeyRefused } from './errors.ts';
import { digestAtRest } from './keyed-hash.ts';

/** Grace for keys without their own end: a renewal may be slightly late. */
const GRACE_MS = 3 * 24 * 60 * 60 * 1000;
/** `last_used_at` is written at most this often. */
const LAST_USE_RESOLUTION_MS = 60_000;

export interface AuthenticatedKey {
  id: string;
  email: string;
  plan: string;
  monthlyScans: number | null;
}

interface KeyRow extends AuthenticatedKey {
  status: 'active' | 'suspended' | 'revoked';
  paidUntil: Date | null;
  worksUntil: Date | null;
  lastUsedAt: Date | null;
  secretExpiresAt: Date | null;
}

/**
 * Looked up by its keyed hash through the primary key: comparing digests needs no
 * constant time, because callers cannot choose the digest of their input.
 * @throws KeyRefused
 */
export async function authenticateKey(
  db: Tx,
  presented: string,
  appSecret: string,
  now = new Date(),
): Promise<AuthenticatedKey> {
  const shape = checkCredential('key', presented);
  if (shape !== 'well-formed') throw new KeyRefused(shape);
  const digest = digestAtRest(appSecret, presented);
  const [row] = await db.$queryRaw<KeyRow[]>`
    select key.id, key.email, key.plan, key.monthly_scans as "monthlyScans", key.status::text as status,
           key.paid_until as "paidUntil", key.works_until as "worksUntil", key.last_used_at as "lastUsedAt", secret.expires_at as "secretExpiresAt"
    from api_key_secret secret join api_key key on key.id = secret.key_id
    where secret.digest = ${digest}`;
  if (!row) throw new KeyRefused('unknown');
  if (row.status !== 'active') throw new KeyRefused(row.status);
  if (row.secretExpiresAt && row.secretExpiresAt <= now) throw new KeyRefused('rotated');
  const end = row.worksUntil?.getTime() ?? (row.paidUntil ? row.paidUntil.getTime() + GRACE_MS : Infinity);
  if (end <= now.getTime()) throw new KeyRefused('unpaid');
  await noteUse(db, row, now);
  return { id: row.id, email: row.email, plan: row.plan, monthlyScans: row.monthlyScans };
}

async function noteUse(db: Tx, row: KeyRow, now: Date): Promise<void> {
  const stale = new Date(now.getTime() - LAST_USE_RESOLUTION_MS);
  if (row.lastUsedAt && row.lastUsedAt > stale) return;
  // The condition is repeated in the statement: of many concurrent requests, one writes.
  await db.apiKey.updateMany({
    where: { id: row.id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: stale } }] },
    data: { lastUsedAt: now },
  });
}
