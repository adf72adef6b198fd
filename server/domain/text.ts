// Reads, cleans and shortens text. Control characters and direction marks of the feed are removed here, once, before other code sees them.

// C0 and C1 without tab and line feed, the byte order mark, and the marks that change the reading direction of the text around them.
const controls = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const lineBreaks = /\r\n?|\u2028|\u2029/g;

// Most lines are plain ASCII; checking that is cheaper than cleaning.
const plain = /^[\x20-\x7e]*$/;

/** Longer text is cut before it is searched. It may shrink while it is cleaned, so this is more than is kept. */
const searched = (value: string, max: number): string => value.trim().slice(0, 4 * max);

/** One line: well-formed, without control characters, trimmed, at most `max` UTF-16 units. */
export function cleanLine(given: string, max: number): string {
  const value = searched(given, max);
  if (plain.test(value)) return shorten(value, max);
  return shorten(
    value
      .toWellFormed()
      .replace(lineBreaks, ' ')
      .replace(/[\t\n]/g, ' ')
      .replace(controls, '')
      .trim(),
    max,
  );
}

/** Several lines: as above, line breaks and tabs kept. */
export function cleanText(given: string, max: number): string {
  const value = searched(given, max);
  if (plain.test(value)) return shorten(value, max);
  return shorten(value.toWellFormed().replace(lineBreaks, '\n').replace(controls, '').trim(), max);
}

/**
 * A colour or size that an order sends back: only made well-formed and freed of control characters, with a blank for a line break. Blanks
 * at its ends stay.
 */
export function cleanWord(value: string): string {
  return value.toWellFormed().replace(lineBreaks, ' ').replace(controls, '');
}

/** Text, or a number as text; null otherwise. Also null for numbers too large to be exact: they have lost digits. */
export function asText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? null : String(value);
}

/** A whole number, or its decimal text; null otherwise. */
export function asWhole(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

/**
 * Without the characters at its end that `isDropped` accepts. A pattern such as /x+$/ would try every character as a beginning, which
 * takes time with the square of the length.
 */
export function withoutEnd(text: string, isDropped: (character: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isDropped(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** U+FF9E and U+FF9F are letters that become marks in the forms NFKC and NFKD. */
const longRunOfMarks = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * Unicode's normal form of a text, of which at most 30 combining marks in a row are kept, as in Unicode's stream-safe text
 * (https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format): marks are sorted, which takes time with the square of their number.
 * The product calls `normalize` nowhere else.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  text.replaceAll(longRunOfMarks, '$1').normalize(form);

/** Well-formed and at most `most` UTF-16 units, never half a character. */
export function shorten(text: string, most: number): string {
  const cut = text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
  return cut.toWellFormed();
}
