// The units that a supplier may state for an article. One that is not of a single article counts as a pack: a quantity then counts packs,
// and a text about sizes may contain rules of the pack.
import {plainKey} from '#domain/words/same-word.ts';

/** Whether the unit is a single article: a piece, or a pair of what is worn as a pair. */
export const isSingleUnit = (unit: string): boolean => singleUnits.has(plainKey(unit).replace(/\.$/, ''));

/**
 * Words for piece and pair in the languages of the EU, without accents, and codes of UN/ECE Recommendation 20 (H87 piece, C62 one, EA each,
 * PR and NPR pair).
 * https://unece.org/trade/uncefact/cl-recommendations
 */
const singleUnits = new Set(
  `pc pcs pce pces piece pieces each ea unit units item items one h87 c62 st stk stck stuck stuks styck unite unites pz pza pezzo
    pezzi pieza piezas ud uds unidad unidades unidade peca pecas szt sztuka ks kus kpl kappale db darab buc bucata adet τεμ τεμαχιο
    pair pairs pr prs npr paar paare paire paires paio paia par pares para pari pereche ζευγοσ`.split(/\s+/),
);

/** What a quantity counts, for one of it and for several. */
export type UnitName = {readonly one: string; readonly many: string};

/**
 * The name of a unit that is not a single article, as in "1 pack" and "2 packs". A unit that is no usual English word stands behind a sign:
 * "2 × Karton". Null: single articles, or not stated.
 */
export function nameOfUnit(unit: string): UnitName | null {
  const word = unit.trim();
  if (word === '' || isSingleUnit(word)) return null;
  const key = plainKey(word).replace(/\.$/, '');
  const known = packNames.find(({spellings}) => spellings.includes(key));
  return known === undefined ? {one: `× ${word}`, many: `× ${word}`} : {one: known.one, many: known.many};
}

/** English words for packs, and codes of UN/ECE Recommendation 20. */
const packNames: readonly (UnitName & {readonly spellings: readonly string[]})[] = [
  {one: 'pack', many: 'packs', spellings: ['pack', 'packs', 'pk', 'pks']},
  {one: 'packet', many: 'packets', spellings: ['packet', 'packets', 'pkt', 'pkts']},
  {one: 'box', many: 'boxes', spellings: ['box', 'boxes', 'bx']},
  {one: 'set', many: 'sets', spellings: ['set', 'sets']},
  {one: 'carton', many: 'cartons', spellings: ['carton', 'cartons', 'ctn', 'ctns', 'ct']},
  {one: 'bundle', many: 'bundles', spellings: ['bundle', 'bundles']},
  {one: 'bag', many: 'bags', spellings: ['bag', 'bags']},
  {one: 'case', many: 'cases', spellings: ['case', 'cases']},
  {one: 'dozen', many: 'dozen', spellings: ['dozen', 'dozens', 'doz', 'dz', 'dzn']},
];
