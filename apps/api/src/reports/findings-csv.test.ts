import { expect, it } from 'vitest';
import { REPORT } from '../../test/running-api.ts';
import { findingsCsv } from './findings-csv.ts';

it.each([
  ['a formula', '=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['a sum', '+1', "'+1"],
  ['a macro', '@cmd', "'@cmd"],
  ['quotes, commas and lines', 'a "b", c\nd', '"a ""b"", c\nd"'],
  ['plain text', 'nothing', 'nothing'],
])('%s in a note', (_what, note, cell) => {
  const [name, entry] = Object.entries(REPORT.headers)[0] ?? [];
  if (!name || !entry) throw new Error('a report has headers');
  const csv = findingsCsv({ ...REPORT, headers: { [name]: { ...entry, note } } });
  expect(csv).toContain(`,${cell},`);
});
