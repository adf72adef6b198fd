// Replaces deeply nested JSON values by null before parsing, because very deep nesting costs the parser seconds and memory, and this app
// reads no deep field.

/** Values below this level are replaced; no answer of the supplier's interface needs so many levels. */
const maxDepth = 64;

const nullBytes = new TextEncoder().encode('null');

/**
 * Returns a filter for JSON in pieces: every list or object below `maxDepth` levels becomes `null`. It works on bytes, because in UTF-8
 * none of the searched characters is part of another one.
 */
export function createDepthFilter(): (piece: Uint8Array) => readonly Uint8Array[] {
  let last = {depth: 0, inString: false, isEscaped: false};
  return (piece) => {
    // Local copies for speed: this loop reads every byte of every answer.
    let {depth, inString, isEscaped} = last;
    const kept: Uint8Array[] = [];
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at];
      if (isEscaped) isEscaped = false;
      else if (inString) {
        if (byte === 0x5c) isEscaped = true;
        else if (byte === 0x22) inString = false;
      } else if (byte === 0x22) inString = true;
      else if (byte === 0x5b || byte === 0x7b) {
        if (++depth === maxDepth + 1) kept.push(piece.subarray(from, at), nullBytes);
      } else if (byte === 0x5d || byte === 0x7d) {
        if (depth-- === maxDepth + 1) from = at + 1;
      }
    }
    if (depth <= maxDepth) kept.push(piece.subarray(from));
    last = {depth, inString, isEscaped};
    return kept;
  };
}
