import { expect, it } from 'vitest';
import { REPORT } from '../../test/running-api.ts';
import { findingsCsv } from './findings-csv.ts';

it.each([
  ['a formula', '=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['a formula after spaces', ' =1', `"' =1"`],
  ['a bidirectional override and a control character', 'a\u202eb\u0000c', 'a\\u{202E}b\\u{0000}c'],
  ['letters of any script', 'şirket मेपल 株式会社 🚀', 'şirket मेपल 株式会社 🚀'],
])('%s in a note', (_what, note, cell) => {
  const [name, entry] = Object.entries(REPORT.headers)[0] ?? [];
  if (!name || !entry) throw new Error('a report has headers');
  const csv = findingsCsv({ ...REPORT, headers: { [name]: { ...entry, note } } });
  expect(csv).toContain(`,${cell},`);
});

it('begins with the byte order mark by which Excel detects UTF-8', () => {
  expect(Buffer.from(findingsCsv(REPORT)).subarray(0, 5).toString('hex')).toBe('efbbbf6964');
});
