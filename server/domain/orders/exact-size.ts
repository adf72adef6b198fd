// Whether a text names exactly one size: the catalogue's free text (interface document, "Product object", `sizes`: "Free text, not a
// list. Also carries pack rules"), or a buyer's text. Only complete texts of known forms count.
import {normalForm} from '#domain/text.ts';
import {isSingle} from '#domain/words/units.ts';

/** "One size" in several languages of the EU, as sellers write it; lower case, without accents, dots and hyphens. */
const oneSize = new Set([
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

const letters = '(?:(?:x{0,4}|[2-9]x)[sl]|m)';
/**
 * Up to 250: shoes, clothes, collars, belts, children's centimetres. The only decimals are halves: "42,43" would be two sizes.
 */
const number = '(?:0|[1-9]\\d?|1\\d\\d|2[0-4]\\d|250)(?:[.,]5| ?[½⅓⅔¼¾]| [123]/[234])?';
const system = '(?:eu|us|uk|it|fr|de|es|jp|int)';
const label = '(?:size|sz|gr|grosse|groesse|taille|taglia|tg|talla|t|maat|rozmiar|storlek|storrelse|tamanho)';
const measure = '\\d{1,4}(?:[.,]\\d)?';

const forms = [
  `(?:${label} ?:? ?)?(?:${system} ?)?(?:${number}|${letters})`,
  `${number} ?${system}`,
  // Jeans by waist and length; bras by band and cup.
  `w ?\\d{2}(?: ?/? ?l ?\\d{2})?`,
  `\\d{2,3} ?([a-k])\\1{0,3}`,
  `\\d{1,2} (?:years?|yrs?|jahre?|ans?|anni|anos|jaar|lat|ar)`,
  // One length or one volume, or the two or three dimensions of one item.
  `${measure} ?(?:cm|mm|ml|in|inch|")`,
  `${measure} ?[x×] ?${measure}(?: ?[x×] ?${measure})? ?(?:cm|mm)`,
];
const exactly = new RegExp(`^(?:${forms.join('|')})$`, 'i');

/** The size as written, if the whole text is one size; null for ranges, lists, packs, and anything uncertain. */
export function exactSize(text: string, unit: string): string | null {
  if (!isSingle(unit)) return null;
  const written = text.trim().replaceAll(/\s+/g, ' ');
  if (written === '' || written.length > 40) return null;
  const plain = fold(written);
  return oneSize.has(plain.replaceAll(/[.-]/g, ' ').replaceAll(/\s+/g, ' ').trim()) ||
    oneSize.has(plain.replaceAll('.', '')) ||
    exactly.test(plain.replace(/^(gr|t|tg|sz)\. ?/, '$1 '))
    ? written
    : null;
}

/** Lower case without accents; fractions stay. */
const fold = (text: string): string =>
  normalForm(normalForm(text, 'NFD').replaceAll(/\p{M}/gu, ''), 'NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o');
