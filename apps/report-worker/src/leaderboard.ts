import { randomUUID } from 'node:crypto';
import type { Db } from '@palisade/db/client';
import { addHostResult } from '@palisade/db/host-results';
import {
  endedHostScans,
  hostScansUnderWay,
  settleHostScan,
  takeDueHosts,
  type EndedScan,
} from '@palisade/db/listed-hosts';
import { takeDueClaims } from '@palisade/db/owned-sites';
import { scansOfCallers, startOrJoinScan } from '@palisade/db/scans';
import type { QueueBackend } from '@palisade/queue/backend';
import { ownerWordJob, scanJob } from '@palisade/queue/jobs';
import { freeColumn, FreeReport } from '@palisade/report/columns';
import { ScanReport } from '@palisade/report/report';
import type { Logger } from '@palisade/telemetry/logger';

interface LeaderboardDeps {
  db: Db;
  backend: QueueBackend;
  log: Logger;
}

/** After every caller's scan, free ones included, which begin at 1000. */
const BACKGROUND_PRIORITY = 5_000;
/** Behind everyone, a scan may wait long before a worker takes it. */
const BACKGROUND_LEASE_MS = 600_000;
const MOST_UNDER_WAY = 4;
/** Priority orders what waits; what has begun shares the processor with callers. Next to them one is enough. */
const MOST_BESIDE_CALLERS = 1;
/** Each is one DNS query and one small file. */
const MOST_CLAIMS_A_RUN = 20;

/**
 * By the clock: keeps the results of scans that are over, then begins those whose day has come. Rows
 * carry the state, so that a crash at any point leaves nothing undone for longer than a few minutes.
 */
export async function renewLeaderboard({ db, backend, log }: LeaderboardDeps): Promise<void> {
  for (const ended of await endedHostScans(db)) {
    const fault = faultOf(ended);
    await db.$transaction(async (tx) => {
      if (!(await settleHostScan(tx, { host: ended.host, scanId: ended.scanId }, fault))) return;
      if (fault === null) await addHostResult(tx, ended.host, publicReport(ended));
    });
    if (fault !== null) log.info({ host: ended.host, fault }, 'a listed host has no result today');
  }
  for (const host of await takeDueClaims(db, MOST_CLAIMS_A_RUN)) {
    await backend.queue(ownerWordJob).add({ host }, { jobId: `${randomUUID()}-claim` });
  }
  const beside = (await scansOfCallers(db, BACKGROUND_PRIORITY)) > 0;
  const most = (beside ? MOST_BESIDE_CALLERS : MOST_UNDER_WAY) - (await hostScansUnderWay(db));
  if (most <= 0) return;
  for (const { host, scanId } of await takeDueHosts(db, { most, scanIds: randomUUID })) {
    // Asked again with every scan: an opt-out counts before the result does.
    await backend.queue(ownerWordJob).add({ host }, { jobId: `${scanId}-word` });
    // A single-flight key of its own: no caller joins a scan that waits behind everyone.
    const scan = { id: scanId, url: `https://${host}/`, tier: 'free', priority: BACKGROUND_PRIORITY } as const;
    await startOrJoinScan(db, { ...scan, singleFlightKey: `leaderboard:${scanId}`, leaseMs: BACKGROUND_LEASE_MS });
    await backend.queue(scanJob).add({ scanId }, { jobId: scanId, priority: BACKGROUND_PRIORITY });
  }
}

/** Why there is no result to show; null: there is. */
function faultOf({ report, error }: EndedScan): string | null {
  if (report === null) return error;
  const parsed = ScanReport.safeParse(report);
  if (!parsed.success) return 'the report is of another version';
  return parsed.data.provisional ? `provisional: ${parsed.data.seen.reason}` : null;
}

function publicReport({ report }: EndedScan): FreeReport {
  return FreeReport.parse(freeColumn(ScanReport.parse(report), { withFixes: false, withBrowser: true }));
}
