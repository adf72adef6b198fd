// The units that a supplier may state for an article that is sold singly. Any other unit counts as a pack: a quantity then counts packs,
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
