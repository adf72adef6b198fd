// Writes CSV for spreadsheets. Every cell is quoted, and text that a spreadsheet would read as a formula gets a leading apostrophe.

/**
 * Whether a spreadsheet reads the cell as a formula, by its beginning; some also accept the full-width forms typed in Japanese and Chinese.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export const opensFormula = (cell: string): boolean => /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(cell);

/**
 * Matches where a formula may begin inside a cell: after a semicolon, a tab or a line break. A spreadsheet that separates at one of these,
 * as in many countries at semicolons, begins another cell there.
 */
const opensFormulaWithin = /([;\t\r\n])(?=[ "]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** The value of one cell; null is written as an empty cell. */
export type CsvCell = string | number | boolean | null;

/** One record with its line end; a cell may contain line breaks (https://www.rfc-editor.org/rfc/rfc4180). */
export const toCsvLine = (cells: readonly CsvCell[]): string => `${cells.map(toCell).join(',')}\r\n`;

/** The cell in quotes, with an apostrophe before each place where a formula would begin. */
function toCell(cell: CsvCell): string {
  // A number is no formula, also below zero.
  if (typeof cell === 'number') return `"${cell}"`;
  const text = cell === null ? '' : String(cell);
  const neutral = (opensFormula(text) ? `'${text}` : text).replaceAll(opensFormulaWithin, "$1'");
  return `"${neutral.replaceAll('"', '""')}"`;
}
