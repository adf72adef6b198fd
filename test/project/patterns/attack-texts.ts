// Texts that make a pattern work hardest, made from its structure: for everything it repeats a long run that matches it, with and without
// what the pattern wants before it, and an end that fails.
import {atomsIn, type Node, readPattern} from './read-pattern.ts';

/** A text that grows: `times` repetitions of `pump` between `before` and `after`. */
export type Attack = {readonly before: string; readonly pump: string; readonly after: string};

export const toText = ({before, pump, after}: Attack, times: number): string => before + pump.repeat(times) + after;

/** Characters of every kind that a pattern of the product tells apart. */
const ascii = Array.from({length: 128}, (_, code) => String.fromCharCode(code));
const others = Array.from(
  '\u00a0éß×–—…’：＝\u0301\u0660٣½漢あ한กㄱ\u05d0\u200d\u2028\u2029\u202a\u2800\ufeff\ufffd\u0085\ud800',
);
const candidates = ['a', '0', ' ', 'A', '-', '.', '@', '/', '!', ...ascii, ...others];

/** A quantifier with a higher limit is attacked like one without. */
const fewest = 8;
const mostPumps = 6;

export function attacksOn(pattern: RegExp): readonly Attack[] {
  const root = readPattern(pattern);
  const kinds = kindsOfCharacters(pattern, root);
  const repeats = repeatsIn(root, '', '', pattern, kinds);
  // What repeats nothing takes the same time at every character.
  if (repeats.length === 0) return kinds.map((pump) => ({before: '', pump, after: ''}));
  const stray = kinds.at(-1) ?? '\0';
  const ends = [...new Set(['', kinds[0] ?? '', stray, '\n'])];
  const runs = [...kinds, ...kinds.slice(0, 4).flatMap((one) => kinds.slice(0, 4).map((other) => one + other))];
  const attacks = runs.flatMap((pump) =>
    ['', stray].flatMap((before) => ['', stray].map((after) => ({before, pump, after}))),
  );
  for (const {node, before, after} of repeats) {
    for (const pump of wordsOf(node, pattern, kinds)
      .filter((word) => word !== '')
      .slice(0, mostPumps)) {
      // A prefix, the run; the run alone; the prefix again and again; and the whole without its last character again and again.
      const grown = [
        {before, pump},
        {before: stray, pump},
        {before: '', pump: before + pump},
      ];
      const almost = (before + pump + after).slice(0, -1);
      for (const each of [...grown, {before: '', pump: almost}, {before, pump: pump + after.slice(0, -1)}]) {
        if (each.pump !== '') for (const end of ends) attacks.push({...each, after: end});
      }
    }
  }
  return [...new Map(attacks.map((attack) => [JSON.stringify(attack), attack])).values()];
}

/** One character of each kind: two are alike if the same atoms match them. The kind that no atom matches is the last. */
function kindsOfCharacters(pattern: RegExp, root: Node): readonly string[] {
  const atoms = [...new Set(atomsIn(root))].map((source) => matcherOf(source, pattern));
  const byKind = new Map<string, string>();
  for (const character of candidates) {
    const kind = atoms.map((atom) => (atom.test(character) ? '1' : '0')).join('');
    if (!byKind.has(kind)) byKind.set(kind, character);
  }
  const weight = (kind: string) => kind.replaceAll('0', '').length;
  return [...byKind]
    .toSorted(([one], [other]) => weight(other) - weight(one))
    .map(([, character]) => character)
    .slice(0, 12);
}

const matcherOf = (atom: string, {flags}: RegExp): RegExp => new RegExp(`^(?:${atom})$`, flags.replaceAll(/[gy]/g, ''));

type Place = {readonly node: Node; readonly before: string; readonly after: string};

/** What is repeated, with a text that matches what stands before it, and one for what follows. */
function repeatsIn(
  node: Node,
  before: string,
  after: string,
  pattern: RegExp,
  kinds: readonly string[],
): readonly Place[] {
  if (node.kind === 'repeat') {
    const inner = repeatsIn(node.of, before, after, pattern, kinds);
    return node.max >= fewest ? [{node: node.of, before, after}, ...inner] : inner;
  }
  if (node.kind !== 'choice') return [];
  const sample = (nodes: readonly Node[]) => nodes.map((each) => wordsOf(each, pattern, kinds)[0] ?? '').join('');
  return node.options.flatMap((nodes) =>
    nodes.flatMap((each, index) =>
      repeatsIn(each, before + sample(nodes.slice(0, index)), sample(nodes.slice(index + 1)) + after, pattern, kinds),
    ),
  );
}

/** Short texts that a node matches, those that match most other atoms first. */
function wordsOf(node: Node, pattern: RegExp, kinds: readonly string[]): readonly string[] {
  if (node.kind === 'none' || (node.kind === 'choice' && node.isLook)) return [''];
  if (node.kind === 'atom') {
    const matcher = matcherOf(node.source, pattern);
    const found = kinds.filter((character) => matcher.test(character));
    return found.length > 0 ? found : [anyMatch(matcher)];
  }
  if (node.kind === 'repeat') {
    const words = wordsOf(node.of, pattern, kinds).map((word) => word.repeat(Math.max(node.min, 1)));
    return node.min === 0 ? [...words, ''] : words;
  }
  return node.options.flatMap((nodes) => {
    const parts = nodes.map((each) => wordsOf(each, pattern, kinds));
    const longest = Math.min(3, Math.max(1, ...parts.map(({length}) => length)));
    return Array.from({length: longest}, (_, index) =>
      parts.map((words) => words[Math.min(index, words.length - 1)] ?? '').join(''),
    );
  });
}

function anyMatch(matcher: RegExp): string {
  const found = candidates.find((character) => matcher.test(character));
  if (found !== undefined) return found;
  for (let code = 0x80; code < 0xffff; code += 1) {
    const character = String.fromCharCode(code);
    if (matcher.test(character)) return character;
  }
  throw new Error(`No character of Unicode's first plane matches ${matcher}.`);
}
