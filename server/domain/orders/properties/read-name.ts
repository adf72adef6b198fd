// Reads the name of a line property: whether what stands in it is the colour or the size of the article. All words in the name must be known,
// and one of them must say colour or size: "Select your colour", "Shoe size (EU)". "Size of the box" and "Thread colour" are not read.

import {asking, chosen, compounds, goods, systems, unspaced} from '#domain/orders/properties/words.ts';
import {normalForm} from '#domain/text.ts';

export type What = 'colour' | 'size';

export type ReadName = {
  readonly what: What;
  /** Where the sizes are counted in a way of their own, such as UK; null: not stated, or as in most of Europe. */
  readonly system: string | null;
};

/** No form asks for a colour or size with more. */
const longestRead = 80;

/** Null: it is not known what the name asks for. */
export function readName(name: string): ReadName | null {
  if (name.length > longestRead) return null;
  const words = splitWords(name);
  const meanings = words.map(meaningOf);
  const [what = null, another] = new Set(meanings.filter((meaning) => meaning !== 'none'));
  if (what === null || another !== undefined) return null;
  return {what, system: words.find((word) => own.has(word))?.toUpperCase() ?? null};
}

/** Two names that fold alike are one: without case, accents, and the signs that forms put after a name. */
export const foldName = (name: string): string => splitWords(name).join(' ') || name.trim();

/** Removes case and accents, and splits at all signs, and around the words of languages without spaces. */
function splitWords(name: string): string[] {
  return fold(name)
    .replaceAll(unspacedWord, ' $& ')
    .split(notInWords)
    .filter((word) => word !== '');
}

function fold(name: string): string {
  return normalForm(name, 'NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßøæłıđ]/g, (letter) => letters[letter] ?? letter);
}

const letters: Readonly<Record<string, string>> = {ß: 'ss', ø: 'o', æ: 'ae', ł: 'l', ı: 'i', đ: 'd'};
const notInWords = /[^\p{L}\p{N}]+/u;

const listOf = (words: string): readonly string[] => words.trim().split(/\s+/).map(fold);

const whats = ['colour', 'size'] as const;
const askedWords = new Map<string, What>(whats.flatMap((what) => listOf(chosen[what]).map((word) => [word, what])));
const own = new Set(listOf(systems.own));
const others = new Set(
  [asking, goods, systems.any, systems.own, unspaced.asking, unspaced.goods].flatMap((words) => listOf(words)),
);

const isUnspaced = (word: string): boolean => /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(word);
/** The longest first: 색상 begins with 색. */
const unspacedWord = new RegExp(
  [...askedWords.keys(), ...others]
    .filter(isUnspaced)
    .toSorted((one, other) => other.length - one.length)
    .join('|'),
  'gu',
);

const parts = new Map<string, What>([
  ...askedWords,
  ...whats.flatMap((what) => listOf(compounds[what]).map((part): [string, What] => [part, what])),
]);
const [before, after] = [listOf(compounds.before), listOf(compounds.after)];

/** What one word in a name asks for; `none`: it joins the others, or says what is sold. Null: it is not known. */
function meaningOf(word: string): What | 'none' | null {
  return askedWords.get(word) ?? (others.has(word) ? 'none' : compoundOf(word));
}

function compoundOf(word: string): What | null {
  const starts = before.filter((part) => word.startsWith(part));
  const ends = after.filter((part) => word.endsWith(part));
  const middles = [
    ...starts.map((start) => word.slice(start.length)),
    ...ends.map((end) => word.slice(0, -end.length)),
    ...starts.flatMap((start) => ends.map((end) => word.slice(start.length, -end.length))),
  ];
  return middles.map((middle) => parts.get(middle)).find((what) => what !== undefined) ?? null;
}
