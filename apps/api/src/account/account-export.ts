import type { Tx } from '@palisade/db/client';
import { ownedSites } from '@palisade/db/owned-sites';

/** What an account has in addition to its keys, purchases and reports: only its export lists these. */
export async function furtherData(db: Tx, email: string) {
  const keys = await db.apiKey.findMany({ where: { email }, select: { id: true } });
  const [sites, batches, mails] = await Promise.all([
    ownedSites(db, email),
    db.scanBatch.findMany({
      where: { keyId: { in: keys.map(({ id }) => id) } },
      include: { scans: { orderBy: { position: 'asc' } } },
      orderBy: { createdAt: 'desc' },
    }),
    db.mailMessage.findMany({
      where: { to: email },
      select: { template: true, state: true, createdAt: true, sentAt: true },
      orderBy: { createdAt: 'desc' },
    }),
  ]);
  return {
    sites: sites.map(({ host, createdAt, verifiedAt }) => ({
      host,
      created_at: createdAt.toISOString(),
      verified_at: iso(verifiedAt),
    })),
    batches: batches.map(({ id, keyId, callbackUrl, createdAt, scans }) => ({
      batch_id: id,
      key_id: keyId,
      callback_url: callbackUrl,
      created_at: createdAt.toISOString(),
      scans: scans.map(({ url, state, reportId }) => ({ url, state, report_id: reportId })),
    })),
    mails: mails.map(({ template, state, createdAt, sentAt }) => ({
      template,
      state,
      created_at: createdAt.toISOString(),
      sent_at: iso(sentAt),
    })),
  };
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
