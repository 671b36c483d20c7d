import type { Assessment } from '@palisade/compliance/assess';
import type { AnyColumn } from '@palisade/report/findings';
import { findingsTable } from './findings-table.ts';

/** Every judgement of a report as a table (RFC 4180). */
export function findingsCsv(report: AnyColumn, assessment: Assessment | null = null): string {
  const { columns, rows } = findingsTable(report, assessment);
  return [columns, ...rows.map(({ cells }) => cells)].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

/** What a scanned site sent must not become a formula in a spreadsheet. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
