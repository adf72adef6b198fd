// Step two of the decision, with the supplier's current data: whether the supplier still offers what was sold, at a similar price and
// with the margin that the settings ask for.
import type {StockReading} from '#domain/catalogue/article.ts';
import {scaleMinor} from '#domain/money.ts';
import {type MerchantOverrides, noOverrides} from '#domain/orders/merchant-overrides.ts';
import {type NotSent, not} from '#domain/orders/not-sent.ts';
import {type CatalogueTexts, type OrderWords, planWords, toOrderWords} from '#domain/orders/order-words.ts';
import {type OrderRules, type SendableLine} from '#domain/orders/plan-dropship.ts';
import {feeOf} from '#domain/orders/zone.ts';

/** The supplier's current data, and what the app knows itself. `stock` is null if the article is not listed, or `a=stock` refuses it. */
export type SupplierFacts = {
  readonly listed: boolean;
  readonly stock: StockReading | null;
  /** Cents; the cost of the listing's last pricing; null if it was never priced. */
  readonly knownCost: number | null;
  /** The article's catalogue texts; left out: none. */
  readonly texts?: CatalogueTexts;
  /**
   * Euro cents: the line's revenue for all pieces with its share of the shipping, without tax. Null or left out if unknown: a
   * margin floor then holds the order.
   */
  readonly revenue?: number | null;
};

export type Send = {
  readonly kind: 'send';
  readonly colour: string;
  readonly size: string;
  /** The same two words, with their sources. */
  readonly words: OrderWords;
  /** Cents: price per piece, and the zone's fee. */
  readonly price: number;
  readonly fee: number;
};

export function planSend(
  sendable: SendableLine,
  supplier: SupplierFacts,
  rules: OrderRules,
  overrides: MerchantOverrides = noOverrides,
): Send | NotSent {
  if (!supplier.listed) return not('blocked', 'not_listed');
  if (supplier.stock === null) return not('waiting', 'stock_refused');
  const {stock} = supplier;
  const words = planWords(sendable, stock, supplier.texts ?? noTexts, rules, overrides);
  const {colour, size} = words;
  if ('kind' in colour) return colour;
  if ('kind' in size) return size;
  if (!Number.isSafeInteger(stock.price) || stock.price <= 0) return not('held', 'price_invalid');
  const fee = feeOf(stock, sendable.zone);
  return (
    planPrice(sendable, {...supplier, price: stock.price, fee}, rules, overrides) ?? {
      kind: 'send',
      colour: colour.word,
      size: size.word,
      words: toOrderWords(words),
      price: stock.price,
      fee,
    }
  );
}

export const noTexts: CatalogueTexts = {category: null, sizes: null, unit: null, defined: null};

type PriceFacts = SupplierFacts & {readonly price: number; readonly fee: number};

function planPrice(
  {quantity, wanted}: SendableLine,
  facts: PriceFacts,
  rules: OrderRules,
  overrides: MerchantOverrides,
): NotSent | null {
  const {approved} = overrides;
  const {price, fee, knownCost, revenue = null} = facts;
  if (knownCost !== null && isAboveGuard(price, knownCost, rules.priceGuardPercent) && !isAgreed(price, overrides)) {
    const text = `The supplier's price rose by more than ${rules.priceGuardPercent} % since the product was priced: from ${euros(knownCost)} to ${euros(price)}.`;
    return {...not('held', {code: 'price_rose', text}), price, fee};
  }
  if (rules.marginFloor === null) return null;
  if (revenue === null) {
    if (approved.includes('margin_unknown')) return null;
    const unknown = `The settings ask for ${euros(rules.marginFloor)} to be left, and what is left of this order is not known: its money cannot be told in euro. Set an exchange rate for the store's currency, or send it all the same.`;
    return {...not('held', {code: 'margin_unknown', text: unknown}), price, fee};
  }
  // The revenue is for all pieces the buyer wants; pieces the store has fulfilled itself do not pay for this order.
  const brought = quantity < wanted ? scaleMinor(revenue, quantity, wanted) : revenue;
  const margin = brought - price * quantity - fee;
  if (margin >= rules.marginFloor || approved.includes('margin_below_floor')) return null;
  const text = `${euros(margin)} are left after the article and the shipping fee of ${euros(fee)}; the settings ask for ${euros(rules.marginFloor)}.`;
  return {...not('held', {code: 'margin_below_floor', text}), price, fee};
}

/** The merchant approves prices up to a given one, not every later price. */
const isAgreed = (price: number, {approved, approvedPrice}: MerchantOverrides): boolean =>
  approved.includes('price_rose') && approvedPrice !== null && price <= approvedPrice;

const euros = (cents: number): string => `${(cents / 100).toFixed(2)} EUR`;

/** In whole hundredths of a per cent: 15 % above 100 cents is exactly 115 cents, which binary fractions cannot express. */
function isAboveGuard(price: number, knownCost: number, guardPercent: number): boolean {
  return price * 10_000 > knownCost * (10_000 + Math.round(guardPercent * 100));
}
