// The structure of a regular expression: what is repeated, what comes before it, and what an atom matches.

export type Node =
  | {readonly kind: 'atom'; readonly source: string}
  /** A group; also the content of a lookaround, which is searched like the rest. */
  | {readonly kind: 'choice'; readonly options: readonly (readonly Node[])[]; readonly isLook: boolean}
  /** Matches no character: an anchor or a boundary, or an earlier group again. */
  | {readonly kind: 'none'}
  | {readonly kind: 'repeat'; readonly of: Node; readonly min: number; readonly max: number};

export function readPattern({source, unicodeSets}: RegExp): Extract<Node, {kind: 'choice'}> {
  let at = 0;
  const take = (text: string): boolean => {
    if (!source.startsWith(text, at)) return false;
    at += text.length;
    return true;
  };

  function choice(isLook: boolean): Extract<Node, {kind: 'choice'}> {
    const options: Node[][] = [];
    do {
      const nodes: Node[] = [];
      while (at < source.length && source[at] !== '|' && source[at] !== ')') nodes.push(repeated(single()));
      options.push(nodes);
    } while (take('|'));
    return {kind: 'choice', options, isLook};
  }

  function repeated(of: Node): Node {
    const found = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(source.slice(at));
    if (found === null) return of;
    at += found[0].length;
    const [text, from, comma, to] = found;
    if (from === undefined)
      return {kind: 'repeat', of, min: text.startsWith('+') ? 1 : 0, max: text.startsWith('?') ? 1 : Infinity};
    return {
      kind: 'repeat',
      of,
      min: Number(from),
      max: comma === undefined ? Number(from) : to ? Number(to) : Infinity,
    };
  }

  function single(): Node {
    if (take('(')) return group();
    if (take('^') || take('$')) return {kind: 'none'};
    const from = at;
    if (source[at] === '[') skipClass();
    else if (source[at] === '\\') {
      const escape = /^\\(?:u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|c[A-Za-z]|k<[^>]*>|[\s\S])/.exec(
        source.slice(at),
      );
      at += escape?.[0].length ?? 2;
    } else at += String.fromCodePoint(source.codePointAt(at) ?? 0).length;
    const atom = source.slice(from, at);
    return /^\\(?:[bB1-9]|k<)/.test(atom) ? {kind: 'none'} : {kind: 'atom', source: atom};
  }

  function group(): Node {
    const isLook = take('?=') || take('?!') || take('?<=') || take('?<!');
    if (!isLook && !take('?:')) at += /^\?<[^>]*>/.exec(source.slice(at))?.[0].length ?? 0;
    const inner = choice(isLook);
    if (!take(')')) throw new Error(`A group of ${source} does not end.`);
    return inner;
  }

  /** With the flag `v` classes contain classes. */
  function skipClass(): void {
    let depth = 0;
    do {
      if (source[at] === '\\') at += 1;
      else if (source[at] === '[' && (depth === 0 || unicodeSets)) depth += 1;
      else if (source[at] === ']') depth -= 1;
      at += 1;
    } while (depth > 0 && at < source.length);
  }

  const whole = choice(false);
  if (at !== source.length) throw new Error(`${source} was read up to character ${at} only.`);
  return whole;
}

/** Every atom below a node. */
export function atomsIn(node: Node): readonly string[] {
  if (node.kind === 'atom') return [node.source];
  if (node.kind === 'repeat') return atomsIn(node.of);
  return node.kind === 'choice' ? node.options.flat().flatMap(atomsIn) : [];
}
