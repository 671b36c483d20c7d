import { type Encoded, joinedWith, sealed, templateOf } from '@palisade/report/encoded';
import { shownFix } from '@palisade/report/fix-parts';
import { spreadsheetCell } from '@palisade/report/spreadsheet-cell';
import { isIssue } from '@palisade/report/findings';
import { ignoreFor } from '../gates/ignores.ts';
import { findingsIn, hostOf, notAssessedIn } from '../scanning/site-report.ts';
import { visibleLines } from '@palisade/report/visible';
import type { MakeFormat } from './format.ts';

const COLUMNS = ['url', 'final_url', 'grade', 'score', 'provisional', 'check', 'outcome', 'title', 'status', 'severity', 'deduction', 'ignored', 'evidence', 'fix', 'error', 'note'] as const; // prettier-ignore

const csv = templateOf<'csv'>();

/**
 * RFC 4180: one line for each finding and for each check that was not made (status `unknown`, and the reason in `note`),
 * one for a site with neither, one for a site that could not be scanned.
 */
export const csvFormat: MakeFormat = ({ ignores }) => ({
  begin: () => csv`${joinedWith(COLUMNS.map(cell), ',')}\r\n`,
  site(result) {
    if (!result.ok) return row({ url: result.url, error: result.reason });
    const { report } = result;
    const { url, final_url, grade, score } = report;
    const site = { url, final_url, grade, score, provisional: report.provisional === true };
    const results = [...findingsIn(report), ...notAssessedIn(report)];
    if (results.length === 0) return row(site);
    const rows = results.map((one) => {
      const { outcome, title, status, severity, deduction, note } = one;
      return row({
        ...site,
        check: one.id,
        outcome,
        title,
        status,
        severity,
        deduction,
        ignored: isIssue(one) ? ignoreFor(ignores, hostOf(report), one)?.reason : undefined,
        evidence: one.evidence.join('\n'),
        fix: shownFix(one) ?? undefined,
        note: note ?? undefined,
      });
    });
    return csv`${rows}`;
  },
  end: () => csv``,
});

type Value = string | number | boolean;

function row(values: Partial<Record<(typeof COLUMNS)[number], Value | undefined>>): Encoded<'csv'> {
  return csv`${joinedWith(
    COLUMNS.map((column) => cell(values[column] ?? '')),
    ',',
  )}\r\n`;
}

function cell(value: Value): Encoded<'csv'> {
  return sealed(typeof value === 'string' ? spreadsheetCell(visibleLines(value)) : String(value));
}
