// The units that a supplier may state for what is sold singly. Any other unit counts as a pack: a quantity counts packs then, and a
// text about sizes may hold pack rules.
import {plainKey} from '#domain/words/same-word.ts';

/** Whether one of the unit is one article: a piece, or a pair of what is worn as a pair. */
export const isSingle = (unit: string): boolean => singles.has(plainKey(unit).replace(/\.$/, ''));

/**
 * In the languages of the EU and in codes of UN/ECE Recommendation 20 (H87 piece, C62 one, EA each, PR and NPR pair); without accents.
 * https://unece.org/trade/uncefact/cl-recommendations
 */
const singles = new Set(
  `pc pcs pce pces piece pieces each ea unit units item items one h87 c62 st stk stck stuck stuks styck unite unites pz pza pezzo
    pezzi pieza piezas ud uds unidad unidades unidade peca pecas szt sztuka ks kus kpl kappale db darab buc bucata adet τεμ τεμαχιο
    pair pairs pr prs npr paar paare paire paires paio paia par pares para pari pereche ζευγοσ`.split(/\s+/),
);
