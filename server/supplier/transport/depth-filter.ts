// Replaces deeply nested JSON values by null before parsing, because very deep nesting costs the parser seconds and memory, and this app
// reads no deep field. On the way it notes where the items of a page begin and end.

/** Values below this level are replaced; no answer of the supplier's interface needs so many levels. */
const maxDepth = 64;
/** The level of a page's items: inside the list that is a field of the page's object. */
const itemDepth = 3;
/** In a text, bytes are looked at one by one up to this number; the end of a longer one is found faster by `indexOf`. */
const shortText = 24;
/** No more bounds are noted: a page has 200 items, and an answer of nothing but brackets would fill the memory with them. */
export const maxBounds = 1_000;

const nullBytes = new TextEncoder().encode('null');

/** Filters JSON in pieces. */
export type DepthFilter = {
  /** The bytes that are kept of the next piece. */
  readonly take: (piece: Uint8Array) => readonly Uint8Array[];
  /**
   * Offsets among the kept bytes: where each list or object of the level of a page's items begins, and where it ends, in turn; at most
   * `maxBounds`.
   */
  readonly bounds: readonly number[];
};

/**
 * Creates a filter: every list or object below `maxDepth` levels becomes `null`. It works on bytes, because in UTF-8 none of the searched
 * characters is part of another one. Whether the bytes are JSON is left to the parser.
 */
export function createDepthFilter(): DepthFilter {
  let last = {depth: 0, inText: false, isEscaped: false};
  let length = 0;
  const bounds: number[] = [];
  const note = (offset: number) => {
    if (bounds.length < maxBounds) bounds.push(offset);
  };
  const take = (piece: Uint8Array): readonly Uint8Array[] => {
    // Local copies for speed: this loop reads every byte of every answer.
    let {depth} = last;
    const kept: Uint8Array[] = [];
    const keep = (part: Uint8Array) => {
      kept.push(part);
      length += part.length;
    };
    let from = 0;
    let text = last.inText ? skipText(piece, 0, last.isEscaped) : inNoText(0);
    let {at} = text;
    while (at < piece.length) {
      const byte = piece[at];
      if (byte === 0x22) {
        text = skipText(piece, at + 1, false);
        at = text.at;
        continue;
      }
      if (byte === 0x5b || byte === 0x7b) {
        depth += 1;
        if (depth === itemDepth) note(length + at - from);
        else if (depth === maxDepth + 1) {
          keep(piece.subarray(from, at));
          keep(nullBytes);
        }
      } else if (byte === 0x5d || byte === 0x7d) {
        if (depth === itemDepth) note(length + at - from + 1);
        else if (depth === maxDepth + 1) from = at + 1;
        depth -= 1;
      }
      at += 1;
    }
    if (depth <= maxDepth) keep(piece.subarray(from));
    last = {depth, inText: text.inText, isEscaped: text.isEscaped};
    return kept;
  };
  return {take, bounds};
}

/** Where a text in a piece ends, or in what state the piece ends inside of it. */
type TextEnd = {readonly at: number; readonly inText: boolean; readonly isEscaped: boolean};

const inNoText = (at: number): TextEnd => ({at, inText: false, isEscaped: false});

/** Finds the place after the closing quote of the text that `start` is in. @param isEscaped whether a backslash stands before `start`. */
function skipText(piece: Uint8Array, start: number, isEscaped: boolean): TextEnd {
  let at = isEscaped ? start + 1 : start;
  for (;;) {
    for (const stop = at + shortText; at < stop; at++) {
      if (at >= piece.length) return {at, inText: true, isEscaped: at > piece.length};
      const byte = piece[at];
      if (byte === 0x22) return inNoText(at + 1);
      if (byte === 0x5c) at += 1;
    }
    // Past the end after a backslash that is the piece's last byte.
    if (at > piece.length) return {at, inText: true, isEscaped: true};
    const quote = piece.indexOf(0x22, at);
    const end = quote === -1 ? piece.length : quote;
    let backslashes = 0;
    while (end - backslashes > at && piece[end - backslashes - 1] === 0x5c) backslashes += 1;
    const isEndEscaped = backslashes % 2 === 1;
    if (quote === -1) return {at: end, inText: true, isEscaped: isEndEscaped};
    at = end + 1;
    if (!isEndEscaped) return inNoText(at);
  }
}
