// Very deep nesting costs the JSON parser seconds and memory, and this app reads no deep field. So deep values are replaced before
// parsing, and the rest of the answer stays readable.

/** More levels than any answer of this interface needs. */
const deepest = 64;

const nothing = new TextEncoder().encode('null');

/**
 * Takes JSON in pieces; every list or object below `deepest` levels becomes `null`. Its content is not checked, only its end is
 * searched. Works on bytes: in UTF-8 none of the searched characters is part of another one.
 */
export function openDepthFilter(): (piece: Uint8Array) => readonly Uint8Array[] {
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
        if (++depth === deepest + 1) kept.push(piece.subarray(from, at), nothing);
      } else if (byte === 0x5d || byte === 0x7d) {
        if (depth-- === deepest + 1) from = at + 1;
      }
    }
    if (depth <= deepest) kept.push(piece.subarray(from));
    last = {depth, inString, isEscaped};
    return kept;
  };
}
