import { z } from 'zod';
import { Check, HeaderEntry } from '@palisade/report/check';
import { ServedFreeReport, ServedOneTimeReport, ServedProReport } from '@palisade/report/columns';
import { FixSnippets, IssueCounts, ScanReport, ScoreCap } from '@palisade/report/report';
import { Batch, BatchDone, BatchScan } from '@palisade/report/batch';
import { Account, AccountExport } from '../account/account-schema.ts';
import { Deliveries, OwnBatch } from '../routes/batches.ts';
import { ErrorBody } from '../routes/error-body.ts';

/** Schemas with a name in the document. Generated clients use these names. */
const NAMED: Readonly<Record<string, z.ZodType>> = {
  Error: ErrorBody,
  Check,
  HeaderEntry,
  ScoreCap,
  IssueCounts,
  FixSnippets,
  FreeReport: ServedFreeReport,
  ProReport: ServedProReport,
  OneTimeReport: ServedOneTimeReport,
  Batch,
  BatchDone,
  BatchScan,
  OwnBatch,
  Deliveries,
  Account,
  AccountExport,
  HeadersSection: ScanReport.shape.headers,
  RedirectsSection: ScanReport.shape.redirects,
  TlsSection: ScanReport.shape.tls,
  DnsSection: ScanReport.shape.dns,
  CookiesSection: ScanReport.shape.cookies,
  CrossOriginSection: ScanReport.shape.cross_origin,
  SecurityTxtSection: ScanReport.shape.security_txt,
  CorsSection: ScanReport.shape.cors,
  ServerFingerprintSection: ScanReport.shape.server_fingerprint,
  PageAnalysisSection: ScanReport.shape.page_analysis,
  BrowserSection: ScanReport.shape.browser.unwrap(),
};

/** Done once in a process: the registry is zod's global one, which also holds descriptions. */
let named = false;
export function nameSchemas(): void {
  if (named) return;
  named = true;
  for (const [id, schema] of Object.entries(NAMED))
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
}
