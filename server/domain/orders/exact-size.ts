// Recognises a text that names exactly one size: the catalogue's free text (interface document, "Product object", `sizes`: "Free text, not
// a list. Also carries pack rules"), or a buyer's text. The whole text must have a known form.
import {normalForm} from '#domain/text.ts';
import {isSingleUnit} from '#domain/words/units.ts';

/** The ways in which sellers write "one size" in languages of the EU; lower case, without accents, dots and hyphens. */
const oneSizeNames = new Set([
  'one size',
  'onesize',
  'one size fits all',
  'one size fits most',
  'single size',
  'free size',
  'os',
  'o/s',
  'osfa',
  'osfm',
  'u',
  'uni',
  'unisize',
  'universal',
  'einheitsgrosse',
  'einheitsgroesse',
  'unigrosse',
  'unigroesse',
  'taille unique',
  'tu',
  'taglia unica',
  'talla unica',
  'unitalla',
  'tamanho unico',
  'een maat',
  'one maat',
  'rozmiar uniwersalny',
  'uniwersalny',
]);

/** Matches letter sizes such as XS, M or 4XL. */
const letterSizePattern = '(?:(?:x{0,4}|[2-9]x)[sl]|m)';
/**
 * Matches sizes from 0 to 250: shoes, clothes, collars, belts, children. The only decimals are halves, because "42,43" would be two sizes.
 */
const numberSizePattern = '(?:0|[1-9]\\d?|1\\d\\d|2[0-4]\\d|250)(?:[.,]5| ?[½⅓⅔¼¾]| [123]/[234])?';
/** Matches names of size systems. */
const sizeSystemPattern = '(?:eu|us|uk|it|fr|de|es|jp|int)';
/** Matches words and abbreviations for "size" in several languages. */
const sizeLabelPattern =
  '(?:size|sz|gr|grosse|groesse|taille|taglia|tg|talla|t|maat|rozmiar|storlek|storrelse|tamanho)';
/** Matches a number of centimetres and the like. */
const measurePattern = '\\d{1,4}(?:[.,]\\d)?';

/** The forms that a text naming one size may have, as parts of a pattern. */
const exactSizeForms = [
  `(?:${sizeLabelPattern} ?:? ?)?(?:${sizeSystemPattern} ?)?(?:${numberSizePattern}|${letterSizePattern})`,
  `${numberSizePattern} ?${sizeSystemPattern}`,
  // Jeans sizes by waist and length, and bra sizes by band and cup.
  `w ?\\d{2}(?: ?/? ?l ?\\d{2})?`,
  `\\d{2,3} ?([a-k])\\1{0,3}`,
  `\\d{1,2} (?:years?|yrs?|jahre?|ans?|anni|anos|jaar|lat|ar)`,
  // One length or volume, or the two or three dimensions of one item.
  `${measurePattern} ?(?:cm|mm|ml|in|inch|")`,
  `${measurePattern} ?[x×] ?${measurePattern}(?: ?[x×] ?${measurePattern})? ?(?:cm|mm)`,
];
const exactSizePattern = new RegExp(`^(?:${exactSizeForms.join('|')})$`, 'i');

/**
 * The size as written if the whole text is one size; null for ranges, lists, packs and anything uncertain.
 * @param unit what the article is sold by; null for any unit that is not a single article.
 */
export function exactSize(text: string, unit: string): string | null {
  if (!isSingleUnit(unit)) return null;
  const written = text.trim().replaceAll(/\s+/g, ' ');
  if (written === '' || written.length > 40) return null;
  const plain = foldAccents(written);
  return oneSizeNames.has(plain.replaceAll(/[.-]/g, ' ').replaceAll(/\s+/g, ' ').trim()) ||
    oneSizeNames.has(plain.replaceAll('.', '')) ||
    exactSizePattern.test(plain.replace(/^(gr|t|tg|sz)\. ?/, '$1 '))
    ? written
    : null;
}

/** Makes a text lower case and removes accents, but keeps fractions such as ½. */
const foldAccents = (text: string): string =>
  normalForm(normalForm(text, 'NFD').replaceAll(/\p{M}/gu, ''), 'NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o');
