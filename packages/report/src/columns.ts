import { z } from 'zod';
import { CHECK_SECTIONS } from './check-sections.ts';
import type { Check } from './check.ts';
import { ScanReport } from './report.ts';
import type { BrowserSection } from './sections/browser.ts';
import type { RedirectsSection } from './sections/redirects.ts';

/** Specification §2.1, Pro column: everything but `issue_counts`, which that column does not list. */
export const ProReport = ScanReport.omit({ issue_counts: true }).extend({ pro_locked: z.literal(false) });
export type ProReport = z.infer<typeof ProReport>;

/** Pro column plus `issue_counts`: what a one-time token buys on POST /api/scan. */
export const OneTimeReport = ScanReport.extend({ pro_locked: z.literal(false) });
export type OneTimeReport = z.infer<typeof OneTimeReport>;

/**
 * Specification §2.1, free column: `cookies` and `cross_origin` are absent, not null; so is what a browser saw, except of
 * a site whose owner has proved to be it.
 */
export const FreeReport = ScanReport.omit({ cookies: true, cross_origin: true }).extend({
  pro_locked: z.literal(true),
});
export type FreeReport = z.infer<typeof FreeReport>;

const AT_ITS_ADDRESS = { report_id: true, report_url: true, signature: true } as const;

/** The columns as callers get them: with an address, and signed. */
export const ServedProReport = ProReport.required(AT_ITS_ADDRESS);
export const ServedOneTimeReport = OneTimeReport.required(AT_ITS_ADDRESS);
export const ServedFreeReport = FreeReport.required(AT_ITS_ADDRESS);

/** Without what only the assessment needs: entries hold the specification's fields, their outcome and its title. */
function forCallers(report: ScanReport): ScanReport {
  const sections = CHECK_SECTIONS.flatMap((name) => {
    const section = report[name];
    return section ? [[name, { ...section, checks: section.checks.map(plain) }]] : [];
  });
  return {
    ...report,
    headers: Object.fromEntries(Object.entries(report.headers).map(([name, entry]) => [name, plain(entry)])),
    ...(Object.fromEntries(sections) as Pick<ScanReport, (typeof CHECK_SECTIONS)[number]>),
  };
}

function plain<T extends Pick<Check, 'weaknesses' | 'nothing_to_check'>>(entry: T): T {
  const { weaknesses: _weaknesses, nothing_to_check: _nothing, ...rest } = entry;
  return rest as T;
}

export function proColumn(report: ScanReport): ProReport {
  const { issue_counts: _notListed, ...rest } = forCallers(report);
  return { ...rest, pro_locked: false };
}

export function oneTimeColumn(report: ScanReport): OneTimeReport {
  return { ...forCallers(report), pro_locked: false };
}

interface FreeOptions {
  /** `full=1` together with a valid key; otherwise every stripped `fix` is present and null. */
  withFixes: boolean;
  /** The site's owner has proved to be it. */
  withBrowser?: boolean;
}

export function freeColumn(report: ScanReport, { withFixes, withBrowser = false }: FreeOptions): FreeReport {
  const { cookies: _cookies, cross_origin: _crossOrigin, browser, ...whole } = forCallers(report);
  const seen = withBrowser && browser !== undefined ? { browser: withFixes ? browser : withoutFixes(browser) } : {};
  const rest = { ...whole, ...seen, redirects: withoutCookies(whole.redirects) };
  if (withFixes) return { ...rest, pro_locked: true };
  return {
    ...rest,
    headers: Object.fromEntries(Object.entries(rest.headers).map(([name, entry]) => [name, { ...entry, fix: null }])),
    redirects: { ...rest.redirects, checks: rest.redirects.checks.map(withoutFix) },
    dns: { ...rest.dns, checks: rest.dns.checks.map(withoutFix) },
    fix_snippets: null,
    pro_locked: true,
  };
}

/** Policies that were proven are fixes, and cookies are of the full report. */
function withoutFixes(seen: BrowserSection): BrowserSection {
  const pages = seen.pages.map((page) => ({ ...page, cookies: [], policies: [] }));
  const checks = seen.checks.filter(({ id }) => id !== 'browser/session-cookies');
  return { ...seen, pages, checks: checks.map(withoutFix) };
}

/** Cookies are of the full report, in whatever form. */
function withoutCookies(redirects: RedirectsSection): RedirectsSection {
  const plain = redirects.plain_http;
  return {
    ...redirects,
    chain: redirects.chain.map(cookieless),
    plain_http: plain && { ...plain, chain: plain.chain.map(cookieless) },
  };
}

function cookieless<H extends RedirectsSection['chain'][number]>(hop: H): H {
  return hop.fields ? { ...hop, fields: hop.fields.filter(({ name }) => !/^set-cookie2?$/i.test(name)) } : hop;
}

function withoutFix(check: Check): Check {
  return { ...check, fix: null };
}
