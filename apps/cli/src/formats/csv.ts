import { spreadsheetCell } from '@palisade/report/spreadsheet-cell';
import { ignoreFor } from '../gates/ignores.ts';
import { findingsIn, hostOf } from '../scanning/site-report.ts';
import { visible } from '../terminal/visible.ts';
import type { MakeFormat } from './format.ts';

const COLUMNS = ['url', 'final_url', 'grade', 'score', 'provisional', 'check', 'outcome', 'title', 'status', 'severity', 'deduction', 'ignored', 'evidence', 'fix', 'error']; // prettier-ignore

/** RFC 4180: one line a finding, one for a site without any, one for a site that could not be scanned. */
export const csvFormat: MakeFormat = ({ ignores }) => ({
  begin: () => row(COLUMNS),
  site(result) {
    if (!result.ok) return row([result.url, ...Array.from({ length: COLUMNS.length - 2 }, () => ''), result.reason]);
    const { report } = result;
    const site = [report.url, report.final_url, report.grade, report.score, report.provisional === true];
    const findings = findingsIn(report);
    if (findings.length === 0) return row([...site, ...Array.from({ length: COLUMNS.length - site.length }, () => '')]);
    return findings
      .map((finding) =>
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
          finding.fix ?? '',
          '',
        ]),
      )
      .join('');
  },
  end: () => '',
});

function row(cells: readonly (string | number | boolean)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  return spreadsheetCell(value.split('\n').map(visible).join('\n'));
}
