// Step two of the decision, with what the supplier says right now: whether it still offers what was sold, at a price near
// the one it was sold on.
import type {StockReading} from '#domain/catalogue/article.ts';
import {scaleMinor} from '#domain/money.ts';
import {type MerchantOverrides, noOverrides} from '#domain/orders/merchant-overrides.ts';
import {type CatalogueTexts, type OrderWords, planWords, wordsOf} from '#domain/orders/order-words.ts';
import {type Candidate, type NotSent, not, type OrderRules} from '#domain/orders/plan-dropship.ts';
import {type ZoneCode, zones} from '#domain/orders/zone.ts';

/** What the supplier says right now. `stock` is null where it refuses to answer for an article that its list names. */
export type SupplierFacts = {
  readonly listed: boolean;
  readonly stock: StockReading | null;
  /** Cents; the cost the listing was last priced on, null when it never was. */
  readonly knownCost: number | null;
  /** What the catalogue says of the article; left out: nothing. */
  readonly texts?: CatalogueTexts;
  /** Euro cents all pieces of the line bring with their part of the shipping, without tax; null or left out where that is not known: then a floor holds it. */
  readonly revenue?: number | null;
};

export type Send = {
  readonly kind: 'send';
  readonly colour: string;
  readonly size: string;
  /** The same two, with where each comes from. */
  readonly words: OrderWords;
  /** Cents: unit price and the zone's fee. */
  readonly price: number;
  readonly fee: number;
};

export function planSend(
  candidate: Candidate,
  supplier: SupplierFacts,
  rules: OrderRules,
  word: MerchantOverrides = noOverrides,
): Send | NotSent {
  if (!supplier.listed) return not('blocked', 'not_listed');
  if (supplier.stock === null) return not('waiting', 'stock_refused');
  const {stock} = supplier;
  const words = planWords(candidate, stock, supplier.texts ?? noTexts, rules, word);
  const {colour, size} = words;
  if ('kind' in colour) return colour;
  if ('kind' in size) return size;
  if (!Number.isSafeInteger(stock.price) || stock.price <= 0) return not('held', 'price_invalid');
  const fee = feeOf(stock, candidate.zone);
  return (
    planPrice(candidate, {...supplier, price: stock.price, fee}, rules, word) ?? {
      kind: 'send',
      colour: colour.word,
      size: size.word,
      words: wordsOf(words),
      price: stock.price,
      fee,
    }
  );
}

export const noTexts: CatalogueTexts = {category: null, sizes: null, unit: null};

type PriceFacts = SupplierFacts & {readonly price: number; readonly fee: number};

function planPrice(
  {quantity, wanted}: Candidate,
  facts: PriceFacts,
  rules: OrderRules,
  word: MerchantOverrides,
): NotSent | null {
  const {approved} = word;
  const {price, fee, knownCost, revenue = null} = facts;
  if (knownCost !== null && isAboveGuard(price, knownCost, rules.priceGuardPercent) && !isAgreed(price, word)) {
    const text = `The supplier's price rose by more than ${rules.priceGuardPercent} % since the product was priced: from ${euros(knownCost)} to ${euros(price)}.`;
    return {...not('held', {code: 'price_rose', text}), price, fee};
  }
  if (rules.marginFloor === null) return null;
  if (revenue === null) {
    if (approved.includes('margin_unknown')) return null;
    const unknown = `The settings ask for ${euros(rules.marginFloor)} to be left, and what is left of this order is not known: its money cannot be told in euro. Set an exchange rate for the store's currency, or send it all the same.`;
    return {...not('held', {code: 'margin_unknown', text: unknown}), price, fee};
  }
  // The line's revenue is of all pieces the buyer wants; those the store has fulfilled itself pay for nothing here.
  const brought = quantity < wanted ? scaleMinor(revenue, quantity, wanted) : revenue;
  const margin = brought - price * quantity - fee;
  if (margin >= rules.marginFloor || approved.includes('margin_below_floor')) return null;
  const text = `${euros(margin)} are left after the article and the shipping fee of ${euros(fee)}; the settings ask for ${euros(rules.marginFloor)}.`;
  return {...not('held', {code: 'margin_below_floor', text}), price, fee};
}

/** A price is agreed to, never whatever it may become. */
const isAgreed = (price: number, {approved, approvedPrice}: MerchantOverrides): boolean =>
  approved.includes('price_rose') && approvedPrice !== null && price <= approvedPrice;

const euros = (cents: number): string => `${(cents / 100).toFixed(2)} EUR`;

/** In whole hundredths of a per cent: 15 % above 100 cents is 115 cents, which binary fractions do not know. */
function isAboveGuard(price: number, knownCost: number, guardPercent: number): boolean {
  return price * 10_000 > knownCost * (10_000 + Math.round(guardPercent * 100));
}

/** The fee of one dropship order: where `a=stock` states the zone, else the table. */
export function feeOf(stock: Pick<StockReading, 'shipping'>, zone: ZoneCode): number {
  const stated = stock.shipping[zone]?.fee ?? -1;
  return stated >= 0 ? stated : zones[zone].fee;
}
