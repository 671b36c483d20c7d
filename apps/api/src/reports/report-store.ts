import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Db } from '@palisade/db/client';
import { hasOwner } from '@palisade/db/owned-sites';
import { gzipped } from '@palisade/db/packed';
import { insertServedReport, type NewServedReport, type ReportColumn } from '@palisade/db/served-reports';
import { createPublishedKey } from '@palisade/db/signing-keys';
import { freeColumn, FreeReport, oneTimeColumn, OneTimeReport, proColumn, ProReport } from '@palisade/report/columns';
import type { ScanReport } from '@palisade/report/report';
import { wellFormed } from '@palisade/signing/canonical-json';
import { signReport } from '@palisade/signing/signed-report';
import type { CurrentKey } from '@palisade/signing/key-file';
import type { SigningKey } from '@palisade/signing/signing-key';
import { acceptsGzip } from '../plugins/compression.ts';

/** Who a report is made for. */
interface ReportOwner {
  /** `key:<id>` or `token:<id>` of what pays for it; null for a free scan. */
  owner: string | null;
  /** On the cover of its PDF. */
  preparedFor?: string | null;
  preparedBy?: string | null;
}

export interface StoredReport {
  id: string;
  url: string;
  /** The answer, exactly as it will be found again. */
  json: string;
  /** The same, compressed once for the client and for its address. */
  gzip: Uint8Array;
  /** For the answer that brings the report to the one who asked for it, and for no one else. */
  headers: Readonly<Record<string, string>>;
}

export interface ReportStore {
  /** Gives it address and signature, and leaves it to the caller to keep `kept` before it is delivered. */
  draftReport(
    report: ScanReport,
    column: ReportColumn,
    owner: ReportOwner,
  ): Promise<{ stored: StoredReport; kept: NewServedReport }>;
  /**
   * Gives the caller's column of a report its address and its signature, and keeps it.
   * Before anything is charged: a report that could not be kept is not delivered.
   */
  storeReport(report: ScanReport, column: ReportColumn, owner: ReportOwner): Promise<StoredReport>;
  /** Whether this is the secret that came with the report. */
  mayDelete(id: string, deleteToken: string): boolean;
}

/** As it was signed and stored, and not through a serializer, which could order its members otherwise. */
export function jsonAnswer({ json, headers }: StoredReport) {
  return { status: 200, headers: { ...headers, 'content-type': 'application/json; charset=utf-8' }, body: json };
}

export function sendReport(reply: FastifyReply, stored: StoredReport): never {
  const { headers, body } = jsonAnswer(stored);
  reply.headers(headers);
  if (!acceptsGzip(reply.request)) return reply.send(body) as never;
  return reply.header('content-encoding', 'gzip').send(Buffer.from(stored.gzip)) as never;
}

/** 144 bits, and no padding in the address. */
const ID_BYTES = 18;
export const DELETE_TOKEN = 'x-report-delete-token';

/** Parsed and not only picked: a report of another version is found out here, where nothing is charged yet. */
const COLUMNS = {
  free: (report: ScanReport, withBrowser: boolean) =>
    FreeReport.parse(freeColumn(report, { withFixes: false, withBrowser })),
  free_with_fixes: (report: ScanReport, withBrowser: boolean) =>
    FreeReport.parse(freeColumn(report, { withFixes: true, withBrowser })),
  pro: (report: ScanReport) => ProReport.parse(proColumn(report)),
  one_time: (report: ScanReport) => OneTimeReport.parse(oneTimeColumn(report)),
} as const satisfies Record<ReportColumn, unknown>;

/** Only a text with half a character in it cannot be signed: all others need not be searched for one. */
function signed<R extends object>(report: R, key: SigningKey) {
  try {
    return signReport(report, key);
  } catch {
    return signReport(wellFormed(report), key);
  }
}

export function createReportStore(deps: {
  db: Db;
  appSecret: string;
  signingKey: CurrentKey;
  publicBaseUrl: () => string;
}): ReportStore {
  const { db } = deps;
  const publishedKey = createPublishedKey(db, deps.signingKey);
  // Derived and not stored: anyone who reads the database learns no right to delete from it.
  const deleteToken = (id: string) => createHmac('sha256', deps.appSecret).update(`delete-report:${id}`).digest();

  const store: ReportStore = {
    async storeReport(report, column, owner) {
      const { stored, kept } = await store.draftReport(report, column, owner);
      await insertServedReport(db, kept);
      return stored;
    },
    async draftReport(report, column, owner) {
      const signingKey = await publishedKey();
      const id = randomBytes(ID_BYTES).toString('base64url');
      const address = { report_id: id, report_url: `${deps.publicBaseUrl()}/r/${id}` };
      const owned = report.browser !== undefined && (await hasOwner(db, new URL(report.url).host));
      const json = JSON.stringify(signed({ ...address, ...COLUMNS[column](report, owned) }, signingKey));
      const gzip = gzipped(json);
      const kept = {
        id,
        scanId: report.scan_id,
        column,
        host: new URL(report.url).hostname,
        grade: report.grade,
        score: report.score,
        provisional: report.provisional,
        engineVersion: report.engine_version,
        scannedAt: report.scanned_at,
        body: gzip,
        ...owner,
      };
      const headers = { [DELETE_TOKEN]: deleteToken(id).toString('base64url') };
      return { stored: { id, url: address.report_url, json, gzip, headers }, kept };
    },
    mayDelete(id, given) {
      const expected = deleteToken(id);
      const bytes = Buffer.from(given, 'base64url');
      return bytes.length === expected.length && timingSafeEqual(bytes, expected);
    },
  };
  return store;
}
