// Very deep nesting costs the JSON parser seconds and memory, and what is deep can only be a field this app does not read.
// So it is replaced before it is parsed, and the answer around it stays readable.

/** More levels than any answer of this interface needs. */
const deepest = 64;

const nothing = new TextEncoder().encode('null');

/**
 * Takes JSON piece by piece; every list or object below `deepest` levels comes out as `null`. What stands inside one is not
 * checked, only its end is looked for. Works on bytes: none of the characters looked for is part of another one in UTF-8.
 */
export function openDepthFilter(): (piece: Uint8Array) => readonly Uint8Array[] {
  let last = {depth: 0, inString: false, isEscaped: false};
  return (piece) => {
    // Local copies: this loop sees every byte of every answer.
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
