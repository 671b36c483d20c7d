import { type Encoded, joinedWith, sealed, templateOf } from '@palisade/report/encoded';
import { shownFix } from '@palisade/report/fix-parts';
import { spreadsheetCell } from '@palisade/report/spreadsheet-cell';
import { ignoreFor } from '../gates/ignores.ts';
import { findingsIn, hostOf } from '../scanning/site-report.ts';
import { visibleLines } from '@palisade/report/visible';
import type { MakeFormat } from './format.ts';

const COLUMNS = ['url', 'final_url', 'grade', 'score', 'provisional', 'check', 'outcome', 'title', 'status', 'severity', 'deduction', 'ignored', 'evidence', 'fix', 'error']; // prettier-ignore

const csv = templateOf<'csv'>();

/** RFC 4180: one line for each finding, one for a site without findings, one for a site that could not be scanned. */
export const csvFormat: MakeFormat = ({ ignores }) => ({
  begin: () => row(COLUMNS),
  site(result) {
    if (!result.ok) return row([result.url, ...Array.from({ length: COLUMNS.length - 2 }, () => ''), result.reason]);
    const { report } = result;
    const site = [report.url, report.final_url, report.grade, report.score, report.provisional === true];
    const findings = findingsIn(report);
    if (findings.length === 0) return row([...site, ...Array.from({ length: COLUMNS.length - site.length }, () => '')]);
    const rows = findings.map((finding) =>
      row([
        ...site,
        finding.id,
        finding.outcome,
        finding.title,
        finding.status,
        finding.severity,
        finding.deduction,
        ignoreFor(ignores, hostOf(report), finding)?.reason ?? '',
        finding.evidence.join('\n'),
        shownFix(finding) ?? '',
        '',
      ]),
    );
    return csv`${rows}`;
  },
  end: () => csv``,
});

function row(cells: readonly (string | number | boolean)[]): Encoded<'csv'> {
  return csv`${joinedWith(cells.map(cell), ',')}\r\n`;
}

function cell(value: string | number | boolean): Encoded<'csv'> {
  return sealed(typeof value === 'string' ? spreadsheetCell(visibleLines(value)) : String(value));
}
