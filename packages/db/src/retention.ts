import { purgeBatches } from './batches.ts';
import { purgeLogos } from './client-logos.ts';
import type { Db } from './client.ts';
import { purgeHostResults } from './host-results.ts';
import { purgeIdempotentRequests } from './idempotent-requests.ts';
import { purgeServedReports } from './served-reports.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long each kind of row is kept, in milliseconds; docs/operations.md gives the reasons. */
export const KEEP = {
  scans: 30 * DAY_MS,
  batches: 30 * DAY_MS,
  renders: HOUR_MS,
  heartbeats: DAY_MS,
  sentMail: 90 * DAY_MS,
  mailedReports: 90 * DAY_MS,
  providerEvents: 400 * DAY_MS,
  abandonedCheckouts: 30 * DAY_MS,
  signIns: DAY_MS,
} as const;

export type Purged = Record<
  keyof typeof KEEP | 'servedReports' | 'clientLogos' | 'evidence' | 'idempotentRequests' | 'hostResults',
  number
>;

/** Deletes expired rows. Payments, their ledger, keys and given-up deliveries are never deleted here. */
export async function purgeOldRows(db: Db, now = new Date()): Promise<Purged> {
  const before = (age: number) => new Date(now.getTime() - age);
  const unfinished = await db.complianceReport.findMany({
    where: { state: { in: ['scanned', 'rendered'] } },
    select: { scanId: true },
  });
  const sentMail = await db.mailMessage.deleteMany({ where: { state: 'sent', sentAt: { lt: before(KEEP.sentMail) } } });
  const mailedReports = await db.complianceReport.deleteMany({
    where: { state: 'mailed', mailedAt: { lt: before(KEEP.mailedReports) }, messages: { none: {} } },
  });
  const scans = await db.scan.deleteMany({
    where: { createdAt: { lt: before(KEEP.scans) }, id: { notIn: unfinished.map(({ scanId }) => scanId) } },
  });
  const renders = await db.pdfRender.deleteMany({ where: { createdAt: { lt: before(KEEP.renders) } } });
  const heartbeats = await db.workerHeartbeat.deleteMany({ where: { seenAt: { lt: before(KEEP.heartbeats) } } });
  const providerEvents = await db.providerEvent.deleteMany({
    where: { processedAt: { not: null }, receivedAt: { lt: before(KEEP.providerEvents) } },
  });
  const idempotentRequests = await purgeIdempotentRequests(db);
  const hostResults = await purgeHostResults(db, now);
  const served = await purgeServedReports(db, now);
  const signIns =
    (await db.signInLink.deleteMany({ where: { expiresAt: { lt: before(KEEP.signIns) } } })).count +
    (await db.accountSession.deleteMany({ where: { expiresAt: { lt: before(KEEP.signIns) } } })).count +
    (await db.mailMessage.deleteMany({ where: unsentSignIn(before(KEEP.signIns)) })).count;
  return {
    hostResults,
    idempotentRequests,
    clientLogos: await purgeLogos(db, now),
    servedReports: served.reports,
    evidence: served.evidence,
    abandonedCheckouts: await purgeAbandoned(db, before(KEEP.abandonedCheckouts)),
    signIns,
    scans: scans.count,
    batches: await purgeBatches(db, before(KEEP.batches)),
    renders: renders.count,
    heartbeats: heartbeats.count,
    sentMail: sentMail.count,
    mailedReports: mailedReports.count,
    providerEvents: providerEvents.count,
  };
}

const unsentSignIn = (before: Date) => ({
  template: 'sign_in',
  state: { in: ['failed' as const, 'unknown' as const] },
  createdAt: { lt: before },
});

/** Unpaid checkouts, with the token that was issued before the payment. A trigger keeps every row related to money. */
async function purgeAbandoned(db: Db, before: Date): Promise<number> {
  const abandoned = await db.purchase.findMany({
    where: {
      createdAt: { lt: before },
      // Only those already written off: the provider was asked a last time.
      AND: [
        { OR: [{ ledger: { some: { kind: 'closed' } } }, { ledger: { none: {} } }] },
        { ledger: { every: { kind: { in: ['opened', 'closed'] } } } },
      ],
    },
    select: { id: true },
    take: 1_000,
  });
  const ids = abandoned.map(({ id }) => id);
  await db.$transaction([
    db.accessToken.deleteMany({ where: { source: { in: ids.map((id) => `purchase:${id}`) }, activatedAt: null } }),
    db.ledgerEntry.deleteMany({ where: { purchaseId: { in: ids } } }),
    db.purchase.deleteMany({ where: { id: { in: ids } } }),
  ]);
  return ids.length;
}
