// Recognises by a property's name that its value is the colour or the size of the article. All words of the name must be known, and one
// must say colour or size, as in "Select your colour" or "Shoe size (EU)". "Size of the box" and "Thread colour" are not recognised.

import {
  askingWords,
  compoundParts,
  goodsWords,
  optionNameWords,
  sizeSystems,
  unspacedWords,
} from '#domain/orders/properties/words.ts';
import {normalForm} from '#domain/text.ts';

export type OptionKind = 'colour' | 'size';

/** What a property's name says about its value. */
export type ReadName = {
  readonly what: OptionKind;
  /** The size system that the name states, such as UK; null: none, or the one of most of Europe. */
  readonly system: string | null;
};

/** Longer names are not read, because no form asks for a colour or size with so many characters. */
const maxNameLengthRead = 80;

/** What the name asks for; null: not known. */
export function readName(name: string): ReadName | null {
  if (name.length > maxNameLengthRead) return null;
  const words = splitWords(name);
  const meanings = words.map(wordMeaning);
  const [what = null, another] = new Set(meanings.filter((meaning) => meaning !== 'none'));
  if (what === null || another !== undefined) return null;
  return {what, system: words.find((word) => ownSizeSystems.has(word))?.toUpperCase() ?? null};
}

/** Normalises a name to compare it: without case, accents, and the signs that forms put after a name. */
export const foldName = (name: string): string => splitWords(name).join(' ') || name.trim();

/** Splits a name into words without case and accents, also in languages that write no spaces. */
function splitWords(name: string): string[] {
  return foldLetters(name)
    .replaceAll(unspacedWordPattern, ' $& ')
    .split(wordSeparators)
    .filter((word) => word !== '');
}

/** Lower-cases letters and removes their accents. */
function foldLetters(name: string): string {
  return normalForm(name, 'NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßøæłıđ]/g, (letter) => letterReplacements[letter] ?? letter);
}

/** Letters that have no accent to remove, with the letters that stand for them. */
const letterReplacements: Readonly<Record<string, string>> = {ß: 'ss', ø: 'o', æ: 'ae', ł: 'l', ı: 'i', đ: 'd'};
const wordSeparators = /[^\p{L}\p{N}]+/u;

const toFoldedWords = (words: string): readonly string[] => words.trim().split(/\s+/).map(foldLetters);

const optionKinds = ['colour', 'size'] as const;
/** What each single word asks for. */
const kindByWord = new Map<string, OptionKind>(
  optionKinds.flatMap((what) => toFoldedWords(optionNameWords[what]).map((word) => [word, what])),
);
/** Size systems that must be sent with a number. */
const ownSizeSystems = new Set(toFoldedWords(sizeSystems.own));
/** Words that may stand beside a word for colour or size without changing what the name asks for. */
const fillerWords = new Set(
  [askingWords, goodsWords, sizeSystems.any, sizeSystems.own, unspacedWords.asking, unspacedWords.goods].flatMap(
    (words) => toFoldedWords(words),
  ),
);

/** Whether the word is in a script that puts no blanks between words. */
const isUnspaced = (word: string): boolean => /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(word);
/** Matches the known words of languages without spaces, the longest first, because 색상 begins with 색. */
const unspacedWordPattern = new RegExp(
  [...kindByWord.keys(), ...fillerWords]
    .filter(isUnspaced)
    .toSorted((one, other) => other.length - one.length)
    .join('|'),
  'gu',
);

/** What each part of a compound word asks for. */
const kindByWordPart = new Map<string, OptionKind>([
  ...kindByWord,
  ...optionKinds.flatMap((what) =>
    toFoldedWords(compoundParts[what]).map((part): [string, OptionKind] => [part, what]),
  ),
]);
const [before, after] = [toFoldedWords(compoundParts.before), toFoldedWords(compoundParts.after)];

/** What a single word in a name asks for. `none`: it only joins other words, or says what is sold. Null: the word is not known. */
function wordMeaning(word: string): OptionKind | 'none' | null {
  return kindByWord.get(word) ?? (fillerWords.has(word) ? 'none' : compoundMeaning(word));
}

/** What a compound word such as "Schuhgröße" asks for; null: it is not known. */
function compoundMeaning(word: string): OptionKind | null {
  const starts = before.filter((part) => word.startsWith(part));
  const ends = after.filter((part) => word.endsWith(part));
  const middles = [
    ...starts.map((start) => word.slice(start.length)),
    ...ends.map((end) => word.slice(0, -end.length)),
    ...starts.flatMap((start) => ends.map((end) => word.slice(start.length, -end.length))),
  ];
  return middles.map((middle) => kindByWordPart.get(middle)).find((what) => what !== undefined) ?? null;
}
