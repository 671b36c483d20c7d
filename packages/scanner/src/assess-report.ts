import { assess, type Assessment } from '@palisade/compliance/assess';
import type { Observed } from '@palisade/compliance/condition';
import { frameworksNamed } from '@palisade/compliance/frameworks';
import type { Scope } from '@palisade/compliance/scope';
import { resultsOf, type AnyColumn, type Result } from '@palisade/report/findings';
import type { ScanReport } from '@palisade/report/report';
import { CATALOG, type CatalogEntry } from './catalog.ts';

export interface Declared {
  scope?: Scope;
  /** Framework ids. Defaults to those of a purchased report. */
  frameworks?: readonly string[] | undefined;
}

/** The other columns of a report. */
export function assessReport(
  report: AnyColumn & Pick<ScanReport, 'page_analysis' | 'final_url'>,
  { scope = {}, frameworks }: Declared = {},
): Assessment {
  return assess(withWeaknesses(resultsOf(report)), {
    scope,
    observed: observedIn(report),
    frameworks: frameworksNamed(frameworks),
  });
}

const BY_ID = new Map(CATALOG.map((entry) => [entry.id, entry]));

/** Served reports contain no weaknesses (`columns.ts`). They follow from the check and its outcome. */
export function withWeaknesses(results: readonly Result[]): Result[] {
  return results.map((result) => {
    const entry = BY_ID.get(result.id);
    return entry === undefined || result.weaknesses.length > 0 ? result : { ...result, ...testsOf(entry, result) };
  });
}

function testsOf(
  { weaknesses, outcomes }: CatalogEntry,
  result: Result,
): Pick<Result, 'weaknesses' | 'nothing_to_check'> {
  const outcome = outcomes.find(({ code }) => code === result.outcome);
  const found = outcome?.weakness ?? null;
  return {
    weaknesses: found === null ? [...weaknesses] : [found, ...weaknesses.filter((name) => name !== found)],
    nothing_to_check: outcome?.nothing ?? false,
  };
}

/**
 * What the scanned page shows about its purpose: each login form with its method and URL, and where the page takes card
 * data.
 */
function observedIn({
  page_analysis: page,
  final_url: url,
}: Pick<ScanReport, 'page_analysis' | 'final_url'>): Observed {
  const forms = page.forms.filter(({ password }) => password);
  return {
    login_forms: forms.map(({ method, action }) => `${method.toUpperCase()} ${action ?? url}`),
    payment_fields: page.payment_fields?.own ?? [],
    payment_frames: page.payment_fields?.hosted ?? [],
  };
}
