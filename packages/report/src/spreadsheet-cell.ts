/** What a spreadsheet reads as a formula (OWASP, CSV injection); full-width forms are plain ones under East Asian settings. */
const FORMULA = /(?=[\s"'\u200b\ufeff]*[=+\-@＝＋－＠])/u;
const AT_START = new RegExp(`^${FORMULA.source}`, 'u');
/** Behind what another setting takes for the end of a cell. */
const BEHIND_AN_END = new RegExp(`([;\\t\\r\\n])${FORMULA.source}`, 'gu');
/** Old macros begin with a percent sign or a bar; a cell that begins with a control is another one where it is dropped. */
const ODD_START = /^(?:\s*[%|]|[\t\r\n])/u;
const QUOTED = /[",;\t\r\n']/u;

/**
 * One cell of a table (RFC 4180). What a scanned site sent is text in every spreadsheet: an apostrophe stands before all
 * that would become a formula there.
 */
export function spreadsheetCell(text: string): string {
  const within = text.replaceAll(BEHIND_AN_END, "$1'");
  const harmless = AT_START.test(text) || ODD_START.test(text) ? `'${within}` : within;
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
