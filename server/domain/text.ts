// Reads, cleans and shortens text. The supplier's texts lose their control characters and direction marks here.

// C0 and C1 without tab and line feed, the byte order mark, and the marks that change the reading direction of the text around them.
const controlCharacters = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Matches every kind of line break. */
const lineBreaks = /\r\n?|\u2028|\u2029/g;

// Matches plain ASCII. Most lines are, and checking that is cheaper than cleaning.
const plainAscii = /^[\x20-\x7e]*$/;

/** Cuts a long text before it is cleaned, to four times the final length because cleaning may shrink it. */
const cutBeforeCleaning = (value: string, max: number): string => value.trim().slice(0, 4 * max);

/** Makes one clean line: well-formed, without control characters, trimmed, at most `max` UTF-16 units. */
export function cleanLine(given: string, max: number): string {
  const value = cutBeforeCleaning(given, max);
  if (plainAscii.test(value)) return shorten(value, max);
  return shorten(
    value
      .toWellFormed()
      .replace(lineBreaks, ' ')
      .replace(/[\t\n]/g, ' ')
      .replace(controlCharacters, '')
      .trim(),
    max,
  );
}

/** Cleans a text like `cleanLine`, but keeps line breaks and tabs. */
export function cleanText(given: string, max: number): string {
  const value = cutBeforeCleaning(given, max);
  if (plainAscii.test(value)) return shorten(value, max);
  return shorten(value.toWellFormed().replace(lineBreaks, '\n').replace(controlCharacters, '').trim(), max);
}

/**
 * Cleans a colour or size only a little, because an order sends it back: makes it well-formed, removes control characters, replaces line
 * breaks by a blank. Blanks at its ends stay.
 */
export function cleanWord(value: string): string {
  return value.toWellFormed().replace(lineBreaks, ' ').replace(controlCharacters, '');
}

/** A text, or a number as text; null for anything else, and for whole numbers too large to be exact. */
export function textOrNull(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? null : String(value);
}

/** The value of a whole number or of its decimal text; null for anything else. */
export function wholeNumberOrNull(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

/**
 * Removes characters from the end while `isDropped` accepts them. A pattern such as /x+$/ would take time with the square of the length.
 */
export function trimEndWhile(text: string, isDropped: (character: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isDropped(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Matches more than 30 combining marks in a row. U+FF9E and U+FF9F count because NFKC and NFKD make marks of them. */
const longRunOfMarks = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * Unicode's normal form of a text, of which at most 30 combining marks in a row are kept, as in Unicode's stream-safe text
 * (https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format): marks are sorted, which takes time with the square of their number.
 * The product calls `normalize` nowhere else.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  text.replaceAll(longRunOfMarks, '$1').normalize(form);

/** Cuts a text to at most `most` UTF-16 units, well-formed, never through a character. */
export function shorten(text: string, most: number): string {
  const cut = text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
  return cut.toWellFormed();
}
