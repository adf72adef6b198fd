// The structure of a regular expression: what is repeated, what comes before it, and what an atom matches.

export type Node =
  | {readonly kind: 'atom'; readonly source: string}
  /** A group; also the content of a lookaround, which is searched like the rest. */
  | {readonly kind: 'choice'; readonly options: readonly (readonly Node[])[]; readonly isLook: boolean}
  /** Matches no character: an anchor or a boundary; or what an earlier group matched. */
  | {readonly kind: 'none'}
  | {readonly kind: 'repeat'; readonly of: Node; readonly min: number; readonly max: number};

type Choice = Extract<Node, {kind: 'choice'}>;

export function readPattern({source, unicodeSets}: RegExp): Choice {
  const cursor = {source, unicodeSets, at: 0};
  const whole = readChoice(cursor, false);
  if (cursor.at !== source.length) throw new Error(`${source} was read up to character ${cursor.at} only.`);
  return whole;
}

/** Every atom below a node. */
export function atomsIn(node: Node): readonly string[] {
  if (node.kind === 'atom') return [node.source];
  if (node.kind === 'repeat') return atomsIn(node.of);
  return node.kind === 'choice' ? node.options.flat().flatMap(atomsIn) : [];
}

type Cursor = {readonly source: string; readonly unicodeSets: boolean; at: number};

function take(cursor: Cursor, text: string): boolean {
  if (!cursor.source.startsWith(text, cursor.at)) return false;
  cursor.at += text.length;
  return true;
}

/** What the pattern matches at the cursor, which then stands behind it. */
function takeMatch(cursor: Cursor, pattern: RegExp): RegExpExecArray | null {
  const found = pattern.exec(cursor.source.slice(cursor.at));
  cursor.at += found?.[0].length ?? 0;
  return found;
}

function readChoice(cursor: Cursor, isLook: boolean): Choice {
  const options: Node[][] = [];
  do {
    const nodes: Node[] = [];
    while (cursor.at < cursor.source.length && !'|)'.includes(cursor.source.charAt(cursor.at))) {
      nodes.push(readRepeat(cursor, readSingle(cursor)));
    }
    options.push(nodes);
  } while (take(cursor, '|'));
  return {kind: 'choice', options, isLook};
}

function readRepeat(cursor: Cursor, of: Node): Node {
  const found = takeMatch(cursor, /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/);
  if (found === null) return of;
  const [text, from, comma, to] = found;
  if (from === undefined) {
    return {kind: 'repeat', of, min: text.startsWith('+') ? 1 : 0, max: text.startsWith('?') ? 1 : Infinity};
  }
  const most = to ? Number(to) : Infinity;
  return {kind: 'repeat', of, min: Number(from), max: comma === undefined ? Number(from) : most};
}

const escape = /^\\(?:u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|c[A-Za-z]|k<[^>]*>|[\s\S])/;

function readSingle(cursor: Cursor): Node {
  if (take(cursor, '(')) return readGroup(cursor);
  if (take(cursor, '^') || take(cursor, '$')) return {kind: 'none'};
  const from = cursor.at;
  if (cursor.source[from] === '[') skipClass(cursor);
  else if (takeMatch(cursor, escape) === null) {
    cursor.at += String.fromCodePoint(cursor.source.codePointAt(from) ?? 0).length;
  }
  const source = cursor.source.slice(from, cursor.at);
  return /^\\(?:[bB1-9]|k<)/.test(source) ? {kind: 'none'} : {kind: 'atom', source};
}

function readGroup(cursor: Cursor): Node {
  const isLook = ['?=', '?!', '?<=', '?<!'].some((sign) => take(cursor, sign));
  if (!isLook && !take(cursor, '?:')) takeMatch(cursor, /^\?<[^>]*>/);
  const inner = readChoice(cursor, isLook);
  if (!take(cursor, ')')) throw new Error(`A group of ${cursor.source} does not end.`);
  return inner;
}

/** With the flag `v` classes contain classes. */
function skipClass(cursor: Cursor): void {
  const {source, unicodeSets} = cursor;
  let depth = 0;
  do {
    if (source[cursor.at] === '\\') cursor.at += 1;
    else if (source[cursor.at] === '[' && (depth === 0 || unicodeSets)) depth += 1;
    else if (source[cursor.at] === ']') depth -= 1;
    cursor.at += 1;
  } while (depth > 0 && cursor.at < source.length);
}
