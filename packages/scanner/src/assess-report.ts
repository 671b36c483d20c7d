import { assess, type Assessment } from '@palisade/compliance/assess';
import type { Observed } from '@palisade/compliance/condition';
import { frameworksNamed } from '@palisade/compliance/frameworks';
import type { Scope } from '@palisade/compliance/scope';
import { resultsOf, type AnyColumn, type Result } from '@palisade/report/findings';
import type { ScanReport } from '@palisade/report/report';
import type { BrowserPageEntry } from '@palisade/report/sections/browser';
import { CATALOG, type CatalogEntry } from './catalog.ts';
import { loginForms } from './parse/page/login-forms.ts';

export interface Declared {
  scope?: Scope;
  /** Framework ids. Defaults to those of a purchased report. */
  frameworks?: readonly string[] | undefined;
}

type Assessed = AnyColumn & Pick<ScanReport, 'page_analysis' | 'final_url' | 'browser' | 'seen'>;

/** The other columns of a report. */
export function assessReport(report: Assessed, { scope = {}, frameworks }: Declared = {}): Assessment {
  const results = withWeaknesses(resultsOf(report));
  return assess(results, {
    scope,
    observed: observedIn(report, results),
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
 * What the pages show about their purpose: each login form with its method and URL, and where data is typed in. What a
 * browser saw counts too: most shops add these forms by script, on other pages than the first.
 */
function observedIn(report: Assessed, results: readonly Result[]): Observed {
  const { page_analysis: page, final_url: url, browser } = report;
  const evidenceOf = (id: string, outcome: string) =>
    results.flatMap((one) => (one.id === id && one.outcome === outcome ? one.evidence : []));
  const pages = browser?.pages ?? [];
  const seen = (served: readonly string[], shown: (entry: BrowserPageEntry) => readonly string[] | undefined) => [
    ...new Set([...served, ...pages.flatMap((entry) => shown(entry) ?? [])]),
  ];
  const personal = seen(page.personal_fields ?? [], (entry) => entry.personal_fields);
  const logins = [
    ...seen(loginForms(page.forms, url), (entry) => entry.login_forms),
    ...evidenceOf('redirects/http-to-https', 'asks_password').map((line) => `a password is requested: ${line}`),
  ];
  const loose = logins.length === 0 && personal.includes('input type="password"');
  return {
    // A challenge or an error page shows nothing of the site's purpose.
    read: report.seen.page === 'site' && (page.analysed || pages.length > 0),
    cut: page.cut_by.length > 0,
    login_forms: loose ? ['a password field outside of any form'] : logins,
    payment_fields: seen(page.payment_fields?.own ?? [], ({ payment }) => payment?.fields),
    payment_frames: seen(page.payment_fields?.hosted ?? [], ({ payment }) => payment?.frames),
    personal_fields: personal,
    tracking: evidenceOf('browser/trackers', 'tracked'),
  };
}
