// Removes the buyer from the supplier's texts. The buyer may return in another spelling than sent: other case, without accents or with
// two letters for one, joined, cut short, or encoded. Removing a word too many is better than leaving a name in.

import {normalForm} from '#domain/text.ts';
import {withoutEncodedBuyer} from './encoded-buyer.ts';

const mark = '[…]';
/** Letters and digits, with invisible characters that may stand between them. */
const token = /[\p{L}\p{M}\p{N}\p{Cf}]+/gu;
/** Scripts that often put no blank between a name and the next word: there a name is also searched inside longer runs. */
const unparted =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const undecomposed: Readonly<Record<string, string>> = {æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th'};

/** From this many letters on a name is also found inside other words, or by its beginning; shorter ones would match ordinary words. */
const tellingLength = 4;
/** Most characters between two parts of one name. */
const longestGap = 3;

type KnownName = {readonly plain: string; readonly loose: string; readonly isTelling: boolean};
type Token = Pick<KnownName, 'plain' | 'loose'> & {readonly start: number; readonly end: number};

/** `buyer`: name and e-mail address as sent. A single letter stays, unless it is part of the whole name. */
export function withoutBuyer(text: string, buyer: readonly string[]): string {
  const tellsOfBuyer = (decoded: string) => withoutSpelledBuyer(decoded, buyer) !== merged(decoded);
  return withoutSpelledBuyer(withoutEncodedBuyer(text, buyer, tellsOfBuyer), buyer);
}

function withoutSpelledBuyer(text: string, buyer: readonly string[]): string {
  // Every e-mail address, whoever owns it.
  const parted = text.replace(/[^\s@"'<>(),;:]{1,64}@[^\s@"'<>(),;:]{1,255}/g, mark);
  const parts = buyer.flatMap(partsOf);
  const words = parts.flat().filter(isWord).map(toKnown);
  const wholes = parts
    .map((part) => part.join(''))
    .filter(isWord)
    .map(toKnown);
  const tokens = [...parted.matchAll(token)].map(toToken).filter(({plain}) => plain !== '');
  const taken = new Set(tokens.filter((each) => words.some((known) => isFoundIn(known, each))));
  for (const each of tokens.keys()) for (const part of findParts(wholes, tokens, each)) taken.add(part);
  return merged(
    cutOut(
      parted,
      tokens.filter((each) => taken.has(each)),
    ),
  );
}

/** The words of a name, or of both halves of an address without the last label, which identifies no person. */
function partsOf(secret: string): readonly (readonly string[])[] {
  const [at, dot] = [secret.lastIndexOf('@'), secret.lastIndexOf('.')];
  const halves = (at !== -1 && dot > at ? secret.slice(0, dot) : secret).split('@');
  return halves.map((half) => half.match(token) ?? []);
}

const isWord = (word: string): boolean => Array.from(normalForm(word, 'NFC')).length >= 2;

function toKnown(word: string): KnownName {
  const isTelling = Array.from(normalForm(word, 'NFC')).length >= tellingLength || unparted.test(word);
  return {...spellings(word), isTelling};
}

function toToken(match: RegExpExecArray): Token {
  return {...spellings(match[0]), start: match.index, end: match.index + match[0].length};
}

/** Ignores case, accents and invisible characters; `loose` is the same for ü, u and ue. */
function spellings(word: string): Pick<KnownName, 'plain' | 'loose'> {
  const letters = Array.from(normalForm(word, 'NFKD'), (letter) => letter.toUpperCase().toLowerCase());
  const plain = normalForm(letters.map((letter) => undecomposed[letter] ?? letter).join(''), 'NFKD').replace(
    /[\p{M}\p{Cf}\p{Lm}]/gu,
    '',
  );
  return {plain, loose: plain.replace(/([aou])e/g, '$1')};
}

function isFoundIn(known: KnownName, {plain, loose}: Pick<KnownName, 'plain' | 'loose'>): boolean {
  if (plain === known.plain || loose === known.loose) return true;
  if (!known.isTelling) return false;
  if (plain.length >= tellingLength && known.plain.startsWith(plain)) return true;
  return plain.includes(known.plain) || (known.loose.length >= tellingLength && loose.includes(known.loose));
}

/** The tokens, from index `from` on, that together form a whole name; empty if they form none. */
function findParts(wholes: readonly KnownName[], tokens: readonly Token[], from: number): readonly Token[] {
  const parts: Token[] = [];
  let [plain, loose] = ['', ''];
  for (const each of tokens.slice(from, from + 8)) {
    const last = parts.at(-1);
    if (last !== undefined && each.start - last.end > longestGap) return [];
    parts.push(each);
    plain += each.plain;
    loose += each.loose;
    if (wholes.some((known) => known.plain === plain || known.loose === loose)) return parts;
  }
  return [];
}

function cutOut(text: string, tokens: readonly Token[]): string {
  let [kept, at] = ['', 0];
  for (const {start, end} of tokens) {
    kept += text.slice(at, start) + mark;
    at = end;
  }
  return kept + text.slice(at);
}

/** Joins neighbouring marks, so that the number of words in a name does not show. */
const merged = (text: string): string => text.replace(/\[…\](?:[\s.,'’@_-]{0,3}\[…\])+/g, mark);
