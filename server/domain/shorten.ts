// Shortens text to a limit.

/** Well-formed and at most `most` UTF-16 units, never half a character. */
export function shorten(text: string, most: number): string {
  const cut = text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
  return cut.toWellFormed();
}
