import type { Assessment } from '@palisade/compliance/assess';
import type { AnyColumn } from '@palisade/report/findings';
import { spreadsheetCell } from '@palisade/report/spreadsheet-cell';
import { findingsTable } from './findings-table.ts';
import { readable } from './readable.ts';

/** Without it, Excel reads a downloaded file in a legacy code page. */
const BYTE_ORDER_MARK = '\ufeff';

/** Every check result of a report as CSV (RFC 4180, in UTF-8). */
export function findingsCsv(report: AnyColumn, assessment: Assessment | null = null): string {
  const { columns, rows } = findingsTable(report, assessment);
  const lines = [columns, ...rows.map(({ cells }) => cells)].map(
    (cells) => `${cells.map((text) => spreadsheetCell(readable(text))).join(',')}\r\n`,
  );
  return BYTE_ORDER_MARK + lines.join('');
}
