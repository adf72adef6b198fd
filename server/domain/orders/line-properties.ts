// Colour and size the buyer chose outside the variant: line item properties (`customAttributes`), named in one of the languages
// below. https://shopify.dev/docs/api/admin-graphql/2026-10/objects/LineItem#field-customattributes
import {cleanBuyerText} from '#domain/orders/buyer-text.ts';
import {normalForm, withoutEnd} from '#domain/text.ts';
import {sameWord} from '#domain/words/same-word.ts';

export type LineProperty = {readonly key: string; readonly value: string | null};

/** By language: en, de, fr, it, es, nl, pl, pt, sv, da and nb, fi, cs and sk, hu, ro, el, tr, ja, ko, zh. */
const names = {
  colour: `colour color farbe couleur coloris colore kleur kolor cor färg farve farge väri barva farba szín culoare χρώμα renk
    色 カラー 색상 색 颜色 顏色`,
  size: `size größe groesse taille pointure taglia misura talla tamaño maat rozmiar tamanho storlek størrelse koko velikost
    veľkosť méret mărime μέγεθος beden サイズ 사이즈 크기 尺码 尺寸 尺碼`,
};

const known = {colour: toSet(names.colour), size: toSet(names.size)};

/** More than forms have. Where a shopper sends more, or longer ones, the merchant is asked: what is not read may name a colour or size. */
const mostRead = 100;
const longestName = 500;
const longestValue = 500;

/**
 * The values of a line's properties for colour or size, without blank ones; values that differ only in case or spacing are one, and of
 * several no more than two are returned. Null: the properties are too many or too long to be read. Names that start with an underscore are
 * hidden from the buyer and belong to an app, so they are ignored.
 */
export function propertyValues(what: 'colour' | 'size', properties: readonly LineProperty[]): readonly string[] | null {
  const shown = properties.filter(({key}) => !key.startsWith('_'));
  if (shown.length > mostRead || shown.some(({key}) => key.length > longestName)) return null;
  const named = shown.filter(({key}) => known[what].has(fold(key)));
  if (named.some(({value}) => (value?.length ?? 0) > longestValue)) return null;
  const [first, ...others] = named.map(({value}) => cleanBuyerText(value)).filter((word) => word !== '');
  if (first === undefined) return [];
  const other = others.find((word) => !sameWord(word, first));
  return other === undefined ? [first] : [first, other];
}

/** Removes case, accents, and the colon, asterisk or question mark that forms put after a name. */
function fold(name: string): string {
  const plain = normalForm(name, 'NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o');
  return withoutEnd(plain, (character) => ':*?：'.includes(character) || character.trim() === '').trim();
}

function toSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).map(fold));
}
