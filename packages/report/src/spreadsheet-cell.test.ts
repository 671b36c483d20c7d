import { expect, it } from 'vitest';
import { spreadsheetCell } from './spreadsheet-cell.ts';

it.each([
  ['a formula', '=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['a sum', '+1', `"'+1"`],
  ['a difference', '-2+3', `"'-2+3"`],
  ['a macro', '@cmd', `"'@cmd"`],
  ['an old macro', "%cmd|' /C calc'!A0", `"'%cmd|' /C calc'!A0"`],
  ['a formula behind spaces', '  =1', `"'  =1"`],
  ['a formula behind a quote', '"=1', `"'""=1"`],
  ['a formula behind a byte order mark', '\ufeff=1', `"'\ufeff=1"`],
  ['a formula in full-width letters', '＝１', `"'＝１"`],
  ['a formula behind a tab', '\t=1', `"'\t'=1"`],
  ['a formula on the second line', 'a\n=1', `"a\n'=1"`],
  ['a formula where semicolons part cells', 'a;=1', `"a;'=1"`],
  ['a formula where semicolons part cells, behind a quote', 'a;"=1', `"a;'""=1"`],
  ['quotes, commas and lines', 'a "b", c\nd', '"a ""b"", c\nd"'],
  ['a policy', "default-src 'self'; object-src 'none'", `"default-src 'self'; object-src 'none'"`],
  ['what is a formula nowhere', 'max-age=31536000', 'max-age=31536000'],
  ['plain text', 'nothing', 'nothing'],
])('%s', (_what, text, cell) => {
  expect(spreadsheetCell(text)).toBe(cell);
});
