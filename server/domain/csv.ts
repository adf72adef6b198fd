// Rows for a spreadsheet. Cells are data: everything is quoted, and text that a spreadsheet would read as a formula is
// neutralised.

/**
 * Spreadsheets read a cell that starts with these as a formula; some also read the full-width forms typed in Japanese and
 * Chinese. https://owasp.org/www-community/attacks/CSV_Injection
 */
const opensFormula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * A spreadsheet that separates at semicolons or tabs, as many countries' do, begins a cell or a row within a quoted one: there too, behind
 * blanks and quotes.
 */
const opensFormulaWithin = /([;\t\r\n])(?=[ "]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

export type CsvCell = string | number | boolean | null;

/** One record with its line end; a cell may contain line breaks (https://www.rfc-editor.org/rfc/rfc4180). */
export const toCsvLine = (cells: readonly CsvCell[]): string => `${cells.map(toCell).join(',')}\r\n`;

function toCell(cell: CsvCell): string {
  const text = cell === null ? '' : String(cell);
  const neutral = (opensFormula.test(text) ? `'${text}` : text).replaceAll(opensFormulaWithin, "$1'");
  return `"${neutral.replaceAll('"', '""')}"`;
}
