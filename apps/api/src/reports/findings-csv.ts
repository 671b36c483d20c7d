import { resultsOf, type AnyColumn } from '@palisade/report/findings';

const COLUMNS = ['id', 'title', 'status', 'severity', 'deduction', 'explanation', 'fix', 'note', 'evidence'] as const;

/** Every judgement of a report as a table (RFC 4180). */
export function findingsCsv(report: AnyColumn): string {
  const rows = resultsOf(report).map((result) =>
    COLUMNS.map((column) => {
      const value = result[column];
      return cell(Array.isArray(value) ? value.join('\n') : String(value ?? ''));
    }).join(','),
  );
  return [COLUMNS.join(','), ...rows, ''].join('\r\n');
}

/** What a scanned site sent must not become a formula in a spreadsheet. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
