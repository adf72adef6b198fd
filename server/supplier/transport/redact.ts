// Removes the buyer's name and e-mail from the supplier's texts, also in another spelling than sent: other case, without accents or with
// two letters for one, joined, cut short, or encoded. Removing a word too many is better than leaving a name in.

import {normalForm} from '#domain/text.ts';
import {withoutEncodedBuyer} from './encoded-buyer.ts';

/** What stands in place of removed text. */
const redactionMark = '[…]';
/** Matches a run of letters and digits, with invisible characters that may be between them. */
const tokenPattern = /[\p{L}\p{M}\p{N}\p{Cf}]+/gu;
/** Matches scripts that often put no blank between a name and the next word; there a name is also searched inside longer runs. */
const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const letterReplacements: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
};

/** A name with so many letters is also found inside other words, or by its beginning. Shorter ones would match ordinary words. */
const minDistinctiveLength = 4;
/** The most characters between two parts of one name. */
const maxNamePartGap = 3;

/** One part of the buyer's name in two spellings. `isTelling`: long enough to be searched inside other words. */
type KnownName = {readonly plain: string; readonly loose: string; readonly isTelling: boolean};
/** One run of letters of the text in the same two spellings, with its place there. */
type Token = Pick<KnownName, 'plain' | 'loose'> & {readonly start: number; readonly end: number};

/** Removes the buyer from a text. @param buyer name and e-mail address as sent. A single letter stays, unless the whole name is there. */
export function withoutBuyer(text: string, buyer: readonly string[]): string {
  const tellsOfBuyer = (decoded: string) => withoutSpelledBuyer(decoded, buyer) !== mergeMarks(decoded);
  return withoutSpelledBuyer(withoutEncodedBuyer(text, buyer, tellsOfBuyer), buyer);
}

/** Removes the buyer where the name is written as such, and every e-mail address. */
function withoutSpelledBuyer(text: string, buyer: readonly string[]): string {
  // Removes every e-mail address, not only the buyer's.
  const parted = text.replace(/[^\s@"'<>(),;:]{1,64}@[^\s@"'<>(),;:]{1,255}/g, redactionMark);
  const parts = buyer.flatMap(nameParts);
  const words = parts.flat().filter(isWord).map(toKnownName);
  const wholes = parts
    .map((part) => part.join(''))
    .filter(isWord)
    .map(toKnownName);
  const tokens = [...parted.matchAll(tokenPattern)].map(toToken).filter(({plain}) => plain !== '');
  const taken = new Set(tokens.filter((each) => words.some((known) => isFoundIn(known, each))));
  for (const each of tokens.keys()) for (const part of findParts(wholes, tokens, each)) taken.add(part);
  return mergeMarks(
    redactTokens(
      parted,
      tokens.filter((each) => taken.has(each)),
    ),
  );
}

/** The words of a name, or of both halves of an e-mail address without the top-level domain, which identifies no person. */
function nameParts(secret: string): readonly (readonly string[])[] {
  const [at, dot] = [secret.lastIndexOf('@'), secret.lastIndexOf('.')];
  const halves = (at !== -1 && dot > at ? secret.slice(0, dot) : secret).split('@');
  return halves.map((half) => half.match(tokenPattern) ?? []);
}

/** Whether the word has two characters or more. */
const isWord = (word: string): boolean => Array.from(normalForm(word, 'NFC')).length >= 2;

/** Prepares one part of the buyer's name for the search. */
function toKnownName(word: string): KnownName {
  const isTelling = Array.from(normalForm(word, 'NFC')).length >= minDistinctiveLength || unspacedScript.test(word);
  return {...toSpellings(word), isTelling};
}

/** Prepares one run of letters of the text for the search. */
function toToken(match: RegExpExecArray): Token {
  return {...toSpellings(match[0]), start: match.index, end: match.index + match[0].length};
}

/** Forms of a word without case, accents and invisible characters. `loose` is the same for ü, u and ue. */
function toSpellings(word: string): Pick<KnownName, 'plain' | 'loose'> {
  const letters = Array.from(normalForm(word, 'NFKD'), (letter) => letter.toUpperCase().toLowerCase());
  const plain = normalForm(letters.map((letter) => letterReplacements[letter] ?? letter).join(''), 'NFKD').replace(
    /[\p{M}\p{Cf}\p{Lm}]/gu,
    '',
  );
  return {plain, loose: plain.replace(/([aou])e/g, '$1')};
}

/** Whether a run of the text is this part of the name, begins it, or contains it. */
function isFoundIn(known: KnownName, {plain, loose}: Pick<KnownName, 'plain' | 'loose'>): boolean {
  if (plain === known.plain || loose === known.loose) return true;
  if (!known.isTelling) return false;
  if (plain.length >= minDistinctiveLength && known.plain.startsWith(plain)) return true;
  return plain.includes(known.plain) || (known.loose.length >= minDistinctiveLength && loose.includes(known.loose));
}

/** The tokens, from index `from` on, that together form a whole name; empty if they form none. */
function findParts(wholes: readonly KnownName[], tokens: readonly Token[], from: number): readonly Token[] {
  const parts: Token[] = [];
  let [plain, loose] = ['', ''];
  for (const each of tokens.slice(from, from + 8)) {
    const last = parts.at(-1);
    if (last !== undefined && each.start - last.end > maxNamePartGap) return [];
    parts.push(each);
    plain += each.plain;
    loose += each.loose;
    if (wholes.some((known) => known.plain === plain || known.loose === loose)) return parts;
  }
  return [];
}

/** Replaces these words of the text by the mark. */
function redactTokens(text: string, tokens: readonly Token[]): string {
  let [kept, at] = ['', 0];
  for (const {start, end} of tokens) {
    kept += text.slice(at, start) + redactionMark;
    at = end;
  }
  return kept + text.slice(at);
}

/** Joins neighbouring marks, so that the number of words in a name does not show. */
const mergeMarks = (text: string): string => text.replace(/\[…\](?:[\s.,'’@_-]{0,3}\[…\])+/g, redactionMark);
