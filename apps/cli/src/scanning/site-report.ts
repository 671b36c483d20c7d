import { z } from 'zod';
import { CHECK_SECTIONS } from '@palisade/report/check-sections';
import { CheckStatusSchema, SeveritySchema } from '@palisade/report/check';
import { findingsOf, resultsOf, type AnyColumn, type Result } from '@palisade/report/findings';
import type { TlsSection } from '@palisade/report/sections/tls';
import { isUncertain, provisionalReason as reasonOf } from '@palisade/report/provisional';
import { inventoryTables, type InventoryTable } from '@palisade/report/script-inventory';
import { BrowserSection } from '@palisade/report/sections/browser';
import { GradeSchema, ScoreCap } from '@palisade/report/report';
import { firstFault } from '../schema-words.ts';
import { InputError } from '../usage-error.ts';

const Judged = {
  outcome: z.string().optional(),
  title: z.string().optional(),
  status: CheckStatusSchema,
  severity: SeveritySchema,
  deduction: z.int().min(0).max(100),
  explanation: z.string(),
  fix: z.string().nullable(),
  note: z.string().nullable(),
};
const Section = z.looseObject({
  checks: z.array(z.looseObject({ id: z.string(), ...Judged, evidence: z.array(z.string()) })),
});

/** The parts of a report that the command line reads. Every column of every version has them; the rest is passed on unchanged. */
export const SiteReport = z.looseObject({
  url: z.string(),
  final_url: z.string(),
  status_code: z.int(),
  scanned_at: z.string(),
  duration_ms: z.number(),
  engine_version: z.string(),
  grade: GradeSchema,
  score: z.int().min(0).max(100),
  score_caps: z.array(ScoreCap),
  allowed_cidrs: z.array(z.string()).optional(),
  seen: z.looseObject({ page: z.string(), reason: z.string().nullish() }).optional(),
  provisional: z.boolean().optional(),
  headers: z.record(z.string(), z.looseObject({ ...Judged, value: z.string().nullable() })),
  ...(Object.fromEntries(CHECK_SECTIONS.map((section) => [section, Section.optional()])) as Record<
    (typeof CHECK_SECTIONS)[number],
    z.ZodOptional<typeof Section>
  >),
});
export type SiteReport = z.infer<typeof SiteReport>;

export type SiteResult =
  | { url: string; ok: true; report: SiteReport }
  /** `tls`: for a server that completed no handshake, as far as it was understood. */
  | { url: string; ok: false; reason: string; refused: boolean; tls?: TlsSection };

/**
 * Returns the same object, so that what is printed is what was signed.
 * @throws InputError in one line when it is no report
 */
export function siteReport(value: unknown, where: string): SiteReport {
  const parsed = SiteReport.safeParse(value);
  if (parsed.success) return value as SiteReport;
  throw new InputError(`${where} is not a report: ${firstFault(parsed.error)}`);
}

/** Findings come from the report package. Older reports have no titles; the id takes their place. */
export function resultsIn(report: SiteReport): Result[] {
  return resultsOf(report as unknown as AnyColumn).map(titled);
}

export function findingsIn(report: SiteReport): Result[] {
  return findingsOf(report as unknown as AnyColumn).map(titled);
}

/** Checks that were not made say nothing about the site, neither good nor bad. */
export function notAssessedIn(report: SiteReport): Result[] {
  return resultsIn(report).filter(({ status }) => status === 'unknown');
}

function titled(result: Result): Result {
  const { title, outcome } = result as Partial<Result>;
  return title !== undefined && outcome !== undefined
    ? result
    : { ...result, title: title ?? result.header ?? result.id, outcome: outcome ?? result.status };
}

/** Why a report is provisional, in words. */
export function provisionalReason(report: SiteReport): string {
  return reasonOf(standing(report));
}

/** Why grade and checks may be those of another page than the site's, or lack a part; null if they are the site's. */
export function uncertainty(report: SiteReport): string | null {
  const told = standing(report);
  return isUncertain(told) ? reasonOf(told) : null;
}

function standing({ provisional = false, seen, score_caps, browser }: SiteReport): Parameters<typeof isUncertain>[0] {
  return {
    provisional,
    seen: { page: seen?.page ?? 'site', reason: seen?.reason ?? null },
    score_caps,
    browser: browserOf(browser),
  };
}

/** What a browser saw, as tables; none if no browser visited, or for a section of another version. */
export function inventoryOf({ browser }: SiteReport): InventoryTable[] {
  const section = browserOf(browser);
  return section?.looked ? inventoryTables(section) : [];
}

function browserOf(section: unknown): BrowserSection | undefined {
  return BrowserSection.safeParse(section).data;
}

export function hostOf(report: { url: string }): string {
  return URL.canParse(report.url) ? new URL(report.url).hostname : report.url;
}

/** Which page of which server: what differs between the reports of one host. A query can select the page. */
export function placeOf({ url }: { url: string }): string {
  if (!URL.canParse(url)) return `${url}\n`;
  const { protocol, host, pathname, search } = new URL(url);
  return `${protocol === 'https:' ? '' : `${protocol}//`}${host}\n${pathname}${search}`;
}
