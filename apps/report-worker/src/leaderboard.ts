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
import { ownerStatementJob, scanJob } from '@palisade/queue/jobs';
import { freeColumn, FreeReport } from '@palisade/report/columns';
import { ScanReport } from '@palisade/report/report';
import type { Logger } from '@palisade/telemetry/logger';

interface LeaderboardDeps {
  db: Db;
  backend: QueueBackend;
  log: Logger;
}

/** After every caller's scan, including free ones, which start at 1000. */
const BACKGROUND_PRIORITY = 5_000;
/** At the lowest priority, a scan may wait long before a worker takes it. */
const BACKGROUND_LEASE_MS = 600_000;
const MOST_UNDER_WAY = 4;
/** Priority only orders waiting scans; running ones share the processor with callers' scans. One alongside them is enough. */
const MAX_WITH_CALLERS = 1;
/** Each is one DNS query and one small file. */
const MOST_CLAIMS_A_RUN = 20;

/**
 * Scheduled: stores the results of finished scans, then starts those that are due. Rows
 * contain the state, so that a crash at any point delays a result by an hour or two, not by a day.
 */
export async function renewLeaderboard({ db, backend, log }: LeaderboardDeps): Promise<void> {
  for (const ended of await endedHostScans(db)) {
    const fault = faultOf(ended);
    await db.$transaction(async (tx) => {
      if (!(await settleHostScan(tx, ended, fault))) return;
      if (fault === null) await addHostResult(tx, ended.host, publicReport(ended));
    });
    if (fault !== null) log.info({ host: ended.host, fault }, 'a listed host has no result today');
  }
  for (const host of await takeDueClaims(db, MOST_CLAIMS_A_RUN)) {
    await backend.queue(ownerStatementJob).add({ host }, { jobId: `${randomUUID()}-claim` });
  }
  const callersWait = (await scansOfCallers(db, BACKGROUND_PRIORITY)) > 0;
  const most = (callersWait ? MAX_WITH_CALLERS : MOST_UNDER_WAY) - (await hostScansUnderWay(db));
  if (most <= 0) return;
  for (const { host, scanId } of await takeDueHosts(db, { most, scanIds: randomUUID })) {
    // Checked with every scan: an opt-out takes effect before the result is published.
    await backend.queue(ownerStatementJob).add({ host }, { jobId: `${scanId}-word` });
    // Its own single-flight key: no caller joins a scan that waits at the lowest priority.
    const scan = { id: scanId, url: `https://${host}/`, tier: 'free', priority: BACKGROUND_PRIORITY } as const;
    await startOrJoinScan(db, { ...scan, singleFlightKey: `leaderboard:${scanId}`, leaseMs: BACKGROUND_LEASE_MS });
    await backend.queue(scanJob).add({ scanId }, { jobId: scanId, priority: BACKGROUND_PRIORITY });
  }
}

/** Why there is no result to publish; null: there is one. */
function faultOf({ report, error }: EndedScan): string | null {
  if (report === null) return error;
  const parsed = ScanReport.safeParse(report);
  if (!parsed.success) return 'the report has another version';
  return parsed.data.provisional ? `provisional: ${parsed.data.seen.reason}` : null;
}

function publicReport({ report }: EndedScan): FreeReport {
  return FreeReport.parse(freeColumn(ScanReport.parse(report), { withFixes: false, withBrowser: true }));
}
