/** Characters that start a formula in a spreadsheet (OWASP, CSV injection). With East Asian settings, the full-width ones do too. */
const FORMULA = /(?=[\s"'\u200b\ufeff]*[=+\-@＝＋－＠])/u;
const AT_START = new RegExp(`^${FORMULA.source}`, 'u');
/** After a character that ends a cell with other settings. */
const BEHIND_AN_END = new RegExp(`([;\\t\\r\\n])${FORMULA.source}`, 'gu');
/** Old macros begin with a percent sign or a bar. A control character at the start may be dropped, so that the rest begins the cell. */
const ODD_START = /^(?:\s*[%|]|[\t\r\n])/u;
const QUOTED = /[",;\t\r\n']/u;

/**
 * One cell of a table (RFC 4180). Text of a scanned site stays text in every spreadsheet: whatever would become a
 * formula gets an apostrophe in front.
 */
export function spreadsheetCell(text: string): string {
  const within = text.replaceAll(BEHIND_AN_END, "$1'");
  const harmless = AT_START.test(text) || ODD_START.test(text) ? `'${within}` : within;
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
