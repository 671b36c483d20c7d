import type { Tx } from '@palisade/db/client';
import { monthOf } from './period.ts';
import { scansPerMonth } from './plans.ts';

export interface ListedKey {
  id: string;
  email: string;
  plan: string;
  status: 'active' | 'suspended' | 'revoked';
  prefix: string;
  last4: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  paidUntil: Date | null;
  scansUsed: number;
  scansLimit: number;
  /** Of a purchase, thus derived: its email can be sent again. Of others only the hash is stored. */
  resendable: boolean;
}

/** For operators: newest last, each with the last characters of its newest secret and its use this month. */
export async function listKeys(db: Tx, filter: { email?: string }, now = new Date()): Promise<ListedKey[]> {
  const keys = await db.apiKey.findMany({
    where: filter,
    orderBy: { createdAt: 'asc' },
    include: { secrets: { orderBy: { version: 'desc' }, take: 1 } },
  });
  const counters = await db.quotaCounter.findMany({
    where: { subject: { in: keys.map(({ id }) => `key:${id}`) }, period: monthOf(now) },
  });
  const used = new Map(counters.map(({ subject, used: scans }) => [subject, scans]));
  return keys.map((key) => ({
    id: key.id,
    email: key.email,
    plan: key.plan,
    status: key.status,
    prefix: key.secrets[0]?.prefix ?? '',
    last4: key.secrets[0]?.last4 ?? '',
    createdAt: key.createdAt,
    lastUsedAt: key.lastUsedAt,
    paidUntil: key.paidUntil,
    scansUsed: used.get(`key:${key.id}`) ?? 0,
    scansLimit: scansPerMonth(key),
    resendable: key.source !== null && key.status !== 'revoked',
  }));
}
