import { reportOwners } from '@palisade/billing/customer';
import type { Db } from '@palisade/db/client';
import { findEvidence, openServedReport, reportsBefore } from '@palisade/db/served-reports';
import type { StoredContext } from '@palisade/pdf/render';
import { changesBetween, type Comparable, type ReportChanges } from '@palisade/report/report-changes';
import { isUncertain } from '@palisade/report/provisional';
import type { ScanReport } from '@palisade/report/report';
import { Evidence } from '@palisade/scanner/evidence';
import { transcriptOf } from '@palisade/scanner/transcript';

/** What is stored with a report, for its document: its evidence, and what changed since the customer's last one. */
export async function storedContext(db: Db, report: ScanReport): Promise<StoredContext> {
  const evidence = await findEvidence(db, report.scan_id);
  const changes = await changesSinceLast(db, report);
  if (!evidence) return { changes };
  const read = readEvidence(evidence);
  return { changes, evidence, ...(read && { transcript: transcriptOf(read) }) };
}

/** It comes from a process that hostile bytes may have compromised: a document must not fail because this cannot be parsed. */
function readEvidence(text: Buffer): Evidence | null {
  try {
    return Evidence.safeParse(JSON.parse(text.toString())).data ?? null;
  } catch {
    return null;
  }
}

/** Of the reports of a host, this many are opened to find the last one of the same page. */
const OPENED = 20;

/** Null for a provisional report: what is another page's is no change of the site. */
async function changesSinceLast(db: Db, report: ScanReport): Promise<ReportChanges | null> {
  if (report.report_id === undefined || isUncertain(report)) return null;
  const current = await openServedReport(db, report.report_id);
  if (current.state !== 'kept' || current.owner === null) return null;
  const before = await reportsBefore(db, {
    owners: await sameCustomer(db, current.owner),
    host: new URL(report.url).hostname,
    scannedAt: new Date(report.scanned_at),
    most: OPENED,
  });
  for (const id of before) {
    const earlier = await openServedReport(db, id);
    if (earlier.state !== 'kept') continue;
    try {
      const read = JSON.parse(earlier.json) as Comparable & { url: string };
      // Another page of the host differs without any change.
      if (read.url === report.url) return changesBetween(read, report);
    } catch {
      // From a version that can no longer be parsed: no reason to fail a paid document.
    }
  }
  return null;
}

/** Every key and token with the same address as this one. */
async function sameCustomer(db: Db, owner: string): Promise<string[]> {
  const [kind, id = ''] = owner.split(':');
  const where = { where: { id }, select: { email: true } };
  const found = await (kind === 'key' ? db.apiKey.findUnique(where) : db.accessToken.findUnique(where));
  return found === null ? [owner] : await reportOwners(db, found.email);
}
