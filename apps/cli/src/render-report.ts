import type { styleText } from 'node:util';
import type { Severity } from '@palisade/report/check';
import { SECTION_TITLES, SHOWN_SECTIONS } from '@palisade/report/check-sections';
import { isIssue, noteNextToEvidence, worstFirst, type Result } from '@palisade/report/findings';
import { shownFix } from '@palisade/report/fix-parts';
import { isRemark } from '@palisade/report/remarks';
import type { TlsSection } from '@palisade/report/sections/tls';
import { tlsSummary } from '@palisade/report/tls-tables';
import { renderBrowser } from './render-browser.ts';
import { ignoreFor } from './gates/ignores.ts';
import type { Ignore } from './scanning/config-file.ts';
import { hostOf, provisionalReason, resultsIn, type SiteReport } from './scanning/site-report.ts';
import { joined, line, paint, shown, type Shown } from './terminal/shown.ts';
import { columns, wrap } from './terminal/wrap.ts';

type Style = Parameters<typeof styleText>[0];

const COLORS: Readonly<Record<Severity, Style>> = { critical: ['red', 'bold'], important: 'yellow', minor: 'cyan' };
const EVIDENCE_LINES = 8;
const INDENT = '    ';

export function gradeStyle(score: number): Style {
  return [score >= 80 ? 'green' : score >= 60 ? 'yellow' : 'red', 'bold'];
}

/** The report for a terminal: the verdict, every issue with evidence and fix, then what passed and what was not checked. */
export function renderReport(report: SiteReport, ignores: readonly Ignore[] = []): Shown[] {
  const results = resultsIn(report);
  const issues = results.filter(isIssue);
  const count = (severity: Severity): number => issues.filter((issue) => issue.severity === severity).length;
  const host = hostOf(report);
  return [
    shown(''),
    ...headline(
      paint(
        gradeStyle(report.score),
        `${report.grade}  ${report.score}/100${report.provisional === true ? ' (provisional)' : ''}`,
      ),
      report.final_url,
    ),
    ...wrap(
      `answered ${report.status_code}, ${(report.duration_ms / 1000).toFixed(1)} s, ${report.scanned_at}, engine ${report.engine_version}`,
      { indent: '  ' },
    ).map((one) => paint('dim', one)),
    issues.length === 0
      ? line`  No issues found.`
      : line`  ${count('critical')} critical, ${count('important')} important, ${count('minor')} minor`,
    ...(report.provisional
      ? wrap(`Provisional: ${provisionalReason(report)}`, { indent: '  ' }).map((one) => paint('yellow', one))
      : []),
    ...report.score_caps.flatMap((cap) =>
      wrap(`cannot exceed ${cap.max_score} because of: ${cap.reason}`, { indent: '  ' }).map((one) =>
        paint('red', one),
      ),
    ),
    ...(report.allowed_cidrs && report.allowed_cidrs.length > 0
      ? wrap(`reached through SCAN_ALLOW_CIDRS: ${report.allowed_cidrs.join(', ')}`, { indent: '  ' }).map((one) =>
          paint('yellow', one),
        )
      : []),
    ...SHOWN_SECTIONS.flatMap((section) => {
      const own = results.filter((result) => result.section === section);
      return own.length === 0
        ? []
        : [
            ...renderSection(SECTION_TITLES[section], own, (result) => ignoreFor(ignores, host, result)),
            ...(section === 'tls' ? renderSummary(report.tls?.['details']) : []),
            ...(section === 'browser' ? renderBrowser(report) : []),
          ];
    }),
    shown(''),
  ];
}

/** A verdict and its address, which goes on the next line if it does not fit. */
export function headline(verdict: Shown, url: string): Shown[] {
  const [one, other] = [joined([line`  `, verdict]), paint('bold', url)];
  if (one.length + 2 + other.length <= columns()) return [joined([one, line`  `, other])];
  return [one, joined([line`  `, other])];
}

/** Only the TLS section, for a server that completed no handshake. */
export function renderTls({ checks, details }: TlsSection): Shown[] {
  const results = checks
    .filter(({ status }) => status !== 'unknown')
    .map((check): Result => ({
      ...check,
      weaknesses: check.weaknesses ?? [],
      nothing_to_check: check.nothing_to_check ?? false,
      remark: isRemark(check),
      section: 'tls',
      header: null,
      snippets: null,
    }));
  return [
    ...renderSection(SECTION_TITLES.tls, results, () => undefined),
    ...(details?.protocols ?? [])
      .filter(({ offered }) => offered === true)
      .map(({ version, suites }) => `${version}: ${suites.join(', ')}`)
      .flatMap(summaryLine),
    ...renderSummary(details),
  ];
}

function renderSummary(details: unknown): Shown[] {
  return tlsSummary(details).flatMap(summaryLine);
}

function summaryLine(text: string): Shown[] {
  return wrap(text, { indent: INDENT, first: line`  ` });
}

function renderSection(
  title: string,
  results: readonly Result[],
  ignored: (result: Result) => Ignore | undefined,
): Shown[] {
  const issues = results.filter(isIssue).toSorted(worstFirst);
  // Several checks may find the same, for example that no cookie is set.
  const good = new Set(results.filter(({ status, remark }) => status === 'good' && !remark).map(({ title }) => title));
  const unknown = results.filter(({ status }) => status === 'unknown');
  return [
    shown(''),
    paint(['bold', 'underline'], title),
    ...issues.flatMap((issue) => renderIssue(issue, ignored(issue))),
    ...results.filter(({ remark }) => remark).flatMap(renderRemark),
    ...(good.size > 0
      ? wrap([...good].join(', '), { indent: INDENT, first: joined([line`  `, paint('green', '✓'), line` `]) })
      : []),
    ...unknown.flatMap((result) =>
      wrap(`${result.title}: ${result.note ?? 'not assessed'}`, { indent: INDENT, first: line`  ? ` }).map((one) =>
        paint('dim', one),
      ),
    ),
  ];
}

function renderIssue(issue: Result, ignore: Ignore | undefined): Shown[] {
  const fix = shownFix(issue);
  const note = noteNextToEvidence(issue);
  return [
    ...headOf(issue, COLORS[issue.severity], line`  ✗ `),
    ...(ignore ? [dim(`${INDENT}ignored until ${ignore.expires}: ${ignore.reason}`)] : []),
    ...wrap(issue.explanation, { indent: INDENT }),
    ...(note ? wrap(note, { indent: INDENT }) : []),
    ...renderEvidence(issue),
    ...(fix === null ? [] : renderFix(fix)),
  ];
}

/** What costs nothing is short: what was seen, and no word on why the check exists. */
function renderRemark(remark: Result): Shown[] {
  const note = noteNextToEvidence(remark);
  return [
    ...headOf(remark, 'bold', line`  · `),
    ...(note ? wrap(note, { indent: INDENT }) : []),
    ...renderEvidence(remark),
  ];
}

function renderEvidence({ evidence }: Result): Shown[] {
  return [
    ...evidence
      .slice(0, EVIDENCE_LINES)
      .flatMap((item) =>
        wrap(shorten(item), { indent: `${INDENT}  `, first: joined([shown(INDENT), dim('·'), line` `]) }),
      ),
    ...(evidence.length > EVIDENCE_LINES ? [dim(`${INDENT}… and ${evidence.length - EVIDENCE_LINES} more`)] : []),
  ];
}

/** Sentences are wrapped. The rest is copied, and our line break would become part of it. */
function renderFix(fix: string): Shown[] {
  return fix
    .trimEnd()
    .split(/\r?\n/u)
    .flatMap((text, index) => {
      const first = joined([shown(INDENT), paint('green', index === 0 ? 'fix' : '   '), line` `]);
      return isSentence(text) ? wrap(text, { indent: `${INDENT}    `, first }) : [joined([first, shown(text)])];
    });
}

/** "Give the DS record to the registrar.", or what to set in different servers; no record, field or directive. */
function isSentence(text: string): boolean {
  return /^[A-Z][a-z]*:? [^=]*\.(?: |$)/u.test(text) || text.includes(' · ');
}

/** One line if it fits; otherwise the title, and the details below it. */
function headOf({ severity, title, id, status, deduction, remark }: Result, style: Style, first: Shown): Shown[] {
  const lines = wrap(title, { indent: INDENT, first }).map((one) => paint(style, one));
  const what = remark ? `${id}, remark` : `${id}, ${status}, ${severity}, −${deduction}`;
  const last = lines.at(-1) ?? shown('');
  if (last.length + 2 + what.length <= columns()) return [...lines.slice(0, -1), joined([last, dim(`  ${what}`)])];
  return [...lines, ...wrap(what, { indent: INDENT }).map((one) => paint('dim', one))];
}

function dim(text: string): Shown {
  return paint('dim', text);
}

function shorten(text: string): string {
  return text.length > 300 ? `${text.slice(0, 297)}…` : text;
}
