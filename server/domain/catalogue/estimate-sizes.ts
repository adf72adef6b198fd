// Estimates an article's sizes from the catalogue's free text, before `a=stock` states them. Only for counts marked as estimates, and
// for proposals that the merchant saves: the text does not become variants by itself (interface document, "sizes").

const letters = ['XXXS', 'XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL', '4XL', '5XL', '6XL'];
const sameLetters: Readonly<Record<string, string>> = {'3XS': 'XXXS', '2XS': 'XXS', '2XL': 'XXL', '3XL': 'XXXL'};
const highestCount = 40;

/** Words such as "pcs" or "mixed": sold together, so there is no size to choose. */
const isPack = (text: string): boolean =>
  /pack|box|pcs|pieces|pairs|size run|mixed|\d\s*(x|×)\s*\d|\b\d+[sml]\b/i.test(text);
const isFootwear = (category: string): boolean =>
  /shoe|boot|sneaker|sandal|slipper|loafer|trainer|pump|heel/i.test(category);

/**
 * Size words; empty if the text names none. @param category separates shoes (sizes in steps of one) from clothes (steps of two).
 */
export function estimateSizes(text: string, category: string): readonly string[] {
  const plain = text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?[–—] ?| - /g, '-');
  if (plain === '' || isPack(plain)) return [];
  if (/^(one size|uni(que)?|u|os|tu)$/i.test(plain)) return [plain];
  const [waists, lengths] = plain.split(' / ');
  const isJeans = /^W\d/i.test(plain) && lengths !== undefined;
  if (!isJeans) return sizeWords(plain, category);
  const each = sizeWords(lengths, category);
  return sizeWords(waists ?? '', category).flatMap((waist) => each.map((length) => `${waist}/${length}`));
}

function sizeWords(text: string, category: string): readonly string[] {
  const words = text
    .split(/[\s,;/|]+/)
    .filter((word) => word !== '' && !/^(eu|it|fr|uk|us|de|size|sizes)$/i.test(word))
    .flatMap((word) => rangeOf(word, category) ?? [word]);
  return [...new Set(words.map((word) => word.toUpperCase()))].slice(0, highestCount);
}

/** Expands "S-XL" or "36-41"; null if the word is not a range. */
function rangeOf(word: string, category: string): readonly string[] | null {
  const [from, to, ...more] = word.split('-');
  if (from === undefined || to === undefined || more.length > 0) return null;
  const [first, last] = [letterAt(from), letterAt(to)];
  if (first >= 0 && last >= first) return letters.slice(first, last + 1);
  const [low, high] = [numberIn(from), numberIn(to)];
  if (low === null || high === null || high < low) return null;
  const inOnes = isFootwear(category) || /^[WL]/i.test(from) || (high - low) % 2 === 1;
  const step = inOnes ? 1 : 2;
  return Array.from(
    {length: Math.min(highestCount, Math.floor((high - low) / step) + 1)},
    (_, i) => `${low + i * step}`,
  );
}

const letterAt = (word: string): number => letters.indexOf(sameLetters[word.toUpperCase()] ?? word.toUpperCase());

const numberIn = (word: string): number | null => {
  const found = /^[WL]?(\d{1,3})$/i.exec(word)?.[1];
  return found === undefined ? null : Number(found);
};
