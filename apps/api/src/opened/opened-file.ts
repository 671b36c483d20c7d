import { FreeReport, oneTimeColumn, OneTimeReport, ProReport } from '@palisade/report/columns';
import { Evidence } from '@palisade/scanner/evidence';
import { evidenceTextOf } from '@palisade/scanner/evidence-text';
import { judge } from '@palisade/scanner/judge';
import type { Jwks } from '@palisade/signing/verdict';
import { verifyFile } from '@palisade/signing/verify-file';
import type { z } from 'zod';
import { issueInWords } from '../plugins/validation-message.ts';
import { kindOfFile, NotOpened } from './kind-of-file.ts';

/** Whether the file is a report as this service signed it; evidence is never signed. */
interface FileSignature {
  result: 'genuine' | 'altered' | 'unknown' | 'none';
  reason: string | null;
}

export interface OpenedFile {
  kind: 'report' | 'evidence';
  signature: FileSignature;
  report: FreeReport | OneTimeReport | ProReport;
}

/** Judging the same evidence twice gives the same report: both have the same id, as on the command line. */
const OFFLINE_ID = '00000000-0000-4000-8000-000000000000';

/**
 * Reads a file that someone uploads: a report as it is, evidence as this engine judges it. Pure.
 * @throws NotOpened
 */
export function openedFile(file: Buffer, keys: Jwks): OpenedFile {
  const { kind, content } = kindOfFile(file);
  if (kind === 'evidence') {
    const evidence = parsed(Evidence, content, 'evidence');
    if (!evidence.http.ok) throw new NotOpened(`there is no report without an HTTP response: ${evidence.http.reason}`);
    return {
      kind,
      signature: { result: 'none', reason: null },
      report: oneTimeColumn(judge(withWebAddresses(evidence), OFFLINE_ID, evidenceTextOf(content, evidence))),
    };
  }
  const schema = content['pro_locked'] === true ? FreeReport : 'issue_counts' in content ? OneTimeReport : ProReport;
  const report = parsed<FreeReport | OneTimeReport | ProReport>(schema, content, 'a report');
  if (![report.url, report.final_url].every(isWebAddress)) throw new NotOpened('its url is not a website URL');
  if (!('signature' in content)) return { kind, signature: { result: 'none', reason: null }, report };
  const verdict = verifyFile(file, keys);
  const reason = verdict.result === 'genuine' ? null : verdict.reason;
  return { kind, signature: { result: verdict.result, reason }, report };
}

function parsed<T>(schema: z.ZodType<T>, content: unknown, what: string): T {
  const result = schema.safeParse(content);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new NotOpened(`the file is not ${what} of this version (${issue ? issueInWords(issue) : 'unreadable'})`);
}

function withWebAddresses(evidence: Evidence): Evidence {
  const addresses = [evidence.target.url, ...(evidence.http.ok ? evidence.http.value.hops.map(({ url }) => url) : [])];
  if (!addresses.every(isWebAddress)) throw new NotOpened('its url is not a website URL');
  return evidence;
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
