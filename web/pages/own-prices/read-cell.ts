// What a cell of a list means as an own price: "129.90", "129,90 CHF", "+45 %", or "none".
import type {OwnPrice} from '#domain/pricing/own-prices/own-price.ts';
import {readFixed, readMarkup} from '../../shared/own-prices/own-price-draft.ts';
import {readDecimal, writeDecimal} from '../../text/decimal-input.ts';

/** How "1.234" is meant in a list: as 1234, or as a fraction. Null: not said yet. */
export type Meaning = 'whole' | 'decimal' | null;

/** The own price, null where it is to be taken back; a sentence that says why there is none; or the two numbers that the cell can mean. */
export type CellReading =
  | {readonly kind: 'own'; readonly own: OwnPrice | null}
  | {readonly kind: 'fault'; readonly text: string}
  | {readonly kind: 'asks'; readonly whole: number; readonly decimal: number};

/** @param currency the store's. */
export function readCell(cell: string, currency: string, meaning: Meaning): CellReading {
  const typed = cell.trim();
  // An empty cell may have been forgotten, so it takes nothing back.
  if (typed === '') return fault('This line gives no price and no markup. To take an own price back, write “none”.');
  if (/^(none|-|–|—)$/i.test(typed)) return {kind: 'own', own: null};
  const isMarkup = typed.endsWith('%');
  const unit = isMarkup ? '%' : currency;
  const number = isMarkup ? typed : withoutCurrency(typed);
  if (!isMarkup) {
    const named = typed.split(/[^\p{L}]+/u).find(isCode);
    // Three letters without a number beside them are no amount in another currency.
    if (named !== undefined && named.toUpperCase() !== currency && /\d/.test(typed)) {
      return fault(`Your store sells in ${currency}.`);
    }
    if (typed.startsWith('+')) return fault('Write a markup with its sign, such as +45 %, and a price without a plus.');
  }
  const reading = readDecimal(number, unit);
  if (reading.kind === 'ambiguous' && meaning === null) {
    return {kind: 'asks', whole: reading.whole, decimal: reading.decimal};
  }
  const text = reading.kind === 'ambiguous' && meaning !== null ? writeDecimal(reading[meaning]) : number;
  const own = isMarkup ? readMarkup(text) : readFixed(text, currency);
  return typeof own === 'string' ? fault(own) : {kind: 'own', own};
}

const fault = (text: string): CellReading => ({kind: 'fault', text});

/** The text without the code of a currency before or behind it. */
function withoutCurrency(typed: string): string {
  const rest = isCode(typed.slice(0, 3)) ? typed.slice(3).trim() : typed;
  return isCode(rest.slice(-3)) ? rest.slice(0, -3).trim() : rest;
}

const isCode = (text: string): boolean => /^\p{L}{3}$/u.test(text);
