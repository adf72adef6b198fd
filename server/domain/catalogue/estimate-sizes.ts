// Estimates an article's sizes from the catalogue's free text, before `a=stock` states them. Used only for counts marked as estimates, and
// for proposals that the merchant saves: the text does not become variants by itself (interface document, "sizes").

/** Letter sizes, from small to large. */
const letterSizes = ['XXXS', 'XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL', '4XL', '5XL', '6XL'];
const letterSizeAliases: Readonly<Record<string, string>> = {'3XS': 'XXXS', '2XS': 'XXS', '2XL': 'XXL', '3XL': 'XXXL'};
/** At most this many sizes are estimated for one article. */
const maxSizes = 40;

/** Whether the text names a pack ("pcs", "mixed"): its sizes are sold together, so a shopper chooses none. */
const isPackText = (text: string): boolean =>
  /pack|box|pcs|pieces|pairs|size run|mixed|\d\s*(x|×)\s*\d|\b\d+[sml]\b/i.test(text);
/** Whether the category names shoes. */
const isFootwear = (category: string): boolean =>
  /shoe|boot|sneaker|sandal|slipper|loafer|trainer|pump|heel/i.test(category);

/**
 * The size words that a text names; empty if none. @param category tells shoes (sizes in steps of one) from clothes (steps of two).
 */
export function estimateSizes(text: string, category: string): readonly string[] {
  const plain = text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?[–—] ?| - /g, '-');
  if (plain === '' || isPackText(plain)) return [];
  if (/^(one size|uni(que)?|u|os|tu)$/i.test(plain)) return [plain];
  const [waists, lengths] = plain.split(' / ');
  const isJeans = /^W\d/i.test(plain) && lengths !== undefined;
  if (!isJeans) return sizeWords(plain, category);
  const each = sizeWords(lengths, category);
  return sizeWords(waists ?? '', category).flatMap((waist) => each.map((length) => `${waist}/${length}`));
}

/** Splits a text into sizes and expands its ranges, without the names of size systems. */
function sizeWords(text: string, category: string): readonly string[] {
  const words = text
    .split(/[\s,;/|]+/)
    .filter((word) => word !== '' && !/^(eu|it|fr|uk|us|de|size|sizes)$/i.test(word))
    .flatMap((word) => expandSizeRange(word, category) ?? [word]);
  return [...new Set(words.map((word) => word.toUpperCase()))].slice(0, maxSizes);
}

/** Expands "S-XL" or "36-41"; null if the word is not a range. */
function expandSizeRange(word: string, category: string): readonly string[] | null {
  const [from, to, ...more] = word.split('-');
  if (from === undefined || to === undefined || more.length > 0) return null;
  const [first, last] = [letterSizeIndex(from), letterSizeIndex(to)];
  // The ends are written as the text writes them: "3XL" and "XXXL" are one size, and an order names it in the supplier's way.
  if (first >= 0 && last > first) return [from, ...letterSizes.slice(first + 1, last), to];
  if (first >= 0 && last === first) return [from];
  const [low, high] = [readSizeNumber(from), readSizeNumber(to)];
  if (low === null || high === null || high < low) return null;
  const inOnes = isFootwear(category) || /^[WL]/i.test(from) || (high - low) % 2 === 1;
  const step = inOnes ? 1 : 2;
  const letter = /^[WL]/i.exec(from)?.[0] ?? '';
  const count = Math.min(maxSizes, Math.floor((high - low) / step) + 1);
  return Array.from({length: count}, (_, i) => `${letter}${low + i * step}`);
}

/** The place of a letter size in `letterSizes`; -1: it is none. */
const letterSizeIndex = (word: string): number =>
  letterSizes.indexOf(letterSizeAliases[word.toUpperCase()] ?? word.toUpperCase());

/** The number of a size such as "42" or "W32"; null: the word is no such size. */
const readSizeNumber = (word: string): number | null => {
  const found = /^[WL]?(\d{1,3})$/i.exec(word)?.[1];
  return found === undefined ? null : Number(found);
};
