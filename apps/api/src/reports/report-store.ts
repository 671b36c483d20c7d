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

/** Whom a report is made for. */
interface ReportOwner {
  /** `key:<id>` or `token:<id>` of the credential that pays for it; null for a free scan. */
  owner: string | null;
  /** On the cover of its PDF. */
  preparedFor?: string | null;
  preparedBy?: string | null;
}

export interface StoredReport {
  id: string;
  url: string;
  /** The response body, exactly as the report's address will return it. */
  json: string;
  /** The same, compressed once for the response and for storage. */
  gzip: Uint8Array;
  /** Headers of the response to the caller who requested the report, and to no one else. */
  headers: Readonly<Record<string, string>>;
}

export interface ReportStore {
  /** Gives the report its address and signature. The caller must store `kept` before it delivers the report. */
  draftReport(
    report: ScanReport,
    column: ReportColumn,
    owner: ReportOwner,
  ): Promise<{ stored: StoredReport; kept: NewServedReport }>;
  /**
   * Gives the caller's column of a report its address and its signature, and stores it. Called before anything is
   * charged: a report that could not be stored is not delivered.
   */
  storeReport(report: ScanReport, column: ReportColumn, owner: ReportOwner): Promise<StoredReport>;
  /** Whether this is the report's delete token. */
  mayDelete(id: string, deleteToken: string): boolean;
}

/** The report as it was signed and stored. A serializer could change the order of its members. */
export function jsonAnswer({ json, headers }: StoredReport) {
  return { status: 200, headers: { ...headers, 'content-type': 'application/json; charset=utf-8' }, body: json };
}

export function sendReport(reply: FastifyReply, stored: StoredReport): never {
  const { headers, body } = jsonAnswer(stored);
  reply.headers(headers);
  if (!acceptsGzip(reply.request)) return reply.send(body) as never;
  return reply.header('content-encoding', 'gzip').send(Buffer.from(stored.gzip)) as never;
}

/** 144 bits, without padding in base64. */
const ID_BYTES = 18;
export const DELETE_TOKEN = 'x-report-delete-token';

/** Parsed, not only picked: this detects a report of another version before anything is charged. */
const COLUMNS = {
  free: (report: ScanReport, withBrowser: boolean) =>
    FreeReport.parse(freeColumn(report, { withFixes: false, withBrowser })),
  free_with_fixes: (report: ScanReport, withBrowser: boolean) =>
    FreeReport.parse(freeColumn(report, { withFixes: true, withBrowser })),
  pro: (report: ScanReport) => ProReport.parse(proColumn(report)),
  one_time: (report: ScanReport) => OneTimeReport.parse(oneTimeColumn(report)),
} as const satisfies Record<ReportColumn, unknown>;

/** Only a report with unpaired surrogates cannot be signed, so only then are they searched and replaced. */
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
  // Derived, not stored: access to the database alone must not give the right to delete.
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
