// Step two of the decision, with what the supplier says right now: whether it still offers what was sold, at a price near
// the one it was sold on.
import type {StockReading} from '#domain/catalogue/article.ts';
import {sameWord} from '#domain/catalogue/options.ts';
import {scaleMinor} from '#domain/money.ts';
import {type MerchantWord, nothingSaid} from '#domain/orders/merchant-word.ts';
import {type Candidate, type NotSent, not, type OrderRules} from '#domain/orders/plan-dropship.ts';
import {type ZoneCode, zones} from '#domain/orders/zone.ts';

/** What the supplier says right now. `stock` is null where it does not know the article any more. */
export type SupplierFacts = {
  readonly listed: boolean;
  readonly stock: StockReading | null;
  /** Cents; the cost the listing was last priced on, null when it never was. */
  readonly knownCost: number | null;
  /** The article's, for the merchant's standing answers. */
  readonly category?: string | null;
  /** Euro cents all pieces of the line bring with their part of the shipping, without tax; null or left out where that is not known: then a floor holds it. */
  readonly revenue?: number | null;
};

export type Send = {
  readonly kind: 'send';
  readonly colour: string;
  readonly size: string;
  /** Cents: unit price and the zone's fee. */
  readonly price: number;
  readonly fee: number;
};

export function planSend(
  candidate: Candidate,
  supplier: SupplierFacts,
  rules: OrderRules,
  word: MerchantWord = nothingSaid,
): Send | NotSent {
  if (!supplier.listed || supplier.stock === null) {
    return not('blocked', 'not_listed', 'The supplier does not offer this article for single-piece purchase any more.');
  }
  const {stock} = supplier;
  const standing = standingAnswer(candidate, supplier.category ?? null, rules);
  const {details} = word;
  const colour = planWord('colour', details.colour ?? candidate.article.colour, stock.colours, standing.colour);
  if (typeof colour !== 'string') return colour;
  const size = planWord('size', details.size ?? candidate.article.size, stock.sizes, standing.size);
  if (typeof size !== 'string') return size;
  if (!Number.isSafeInteger(stock.price) || stock.price <= 0) {
    return not('held', 'price_invalid', 'The supplier states no valid price for this article.');
  }
  const fee = feeOf(stock, candidate.zone);
  return (
    planPrice(candidate, {...supplier, price: stock.price, fee}, rules, word) ?? {
      kind: 'send',
      colour,
      size,
      price: stock.price,
      fee,
    }
  );
}

/** The first answer that fits the article, then its category, then the shop's own, each for colour and size by itself. */
function standingAnswer({article}: Candidate, category: string | null, rules: OrderRules) {
  const fitting = [
    ...rules.standingAnswers.filter(({articleId}) => articleId === article.articleId),
    ...rules.standingAnswers.filter(
      (answer) => answer.articleId === null && category !== null && sameWord(answer.category ?? '', category),
    ),
  ];
  return {
    colour: fitting.find(({colour}) => colour !== null)?.colour ?? rules.standingColour,
    size: fitting.find(({size}) => size !== null)?.size ?? rules.standingSize,
  };
}

type PriceFacts = SupplierFacts & {readonly price: number; readonly fee: number};

function planPrice(
  {quantity, wanted}: Candidate,
  facts: PriceFacts,
  rules: OrderRules,
  word: MerchantWord,
): NotSent | null {
  const {approved} = word;
  const {price, fee, knownCost, revenue = null} = facts;
  if (knownCost !== null && isAboveGuard(price, knownCost, rules.priceGuardPercent) && !isAgreed(price, word)) {
    const text = `The supplier's price rose by more than ${rules.priceGuardPercent} % since the product was priced: from ${euros(knownCost)} to ${euros(price)}.`;
    return {...not('held', 'price_rose', text), price, fee};
  }
  if (rules.marginFloor === null) return null;
  if (revenue === null) {
    if (approved.includes('margin_unknown')) return null;
    const unknown = `The settings ask for ${euros(rules.marginFloor)} to be left, and what is left of this order is not known: its money cannot be told in euro. Set an exchange rate for the store's currency, or send it all the same.`;
    return {...not('held', 'margin_unknown', unknown), price, fee};
  }
  // The line's revenue is of all pieces the buyer wants; those the store has fulfilled itself pay for nothing here.
  const brought = quantity < wanted ? scaleMinor(revenue, quantity, wanted) : revenue;
  const margin = brought - price * quantity - fee;
  if (margin >= rules.marginFloor || approved.includes('margin_below_floor')) return null;
  const text = `${euros(margin)} are left after the article and the shipping fee of ${euros(fee)}; the settings ask for ${euros(rules.marginFloor)}.`;
  return {...not('held', 'margin_below_floor', text), price, fee};
}

/** A price is agreed to, never whatever it may become. */
const isAgreed = (price: number, {approved, approvedPrice}: MerchantWord): boolean =>
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

/** The word to send for colour or size: one the supplier states, or free text where it states none. */
function planWord(
  what: 'colour' | 'size',
  sold: string | null,
  stated: readonly string[],
  standing: string | null,
): string | NotSent {
  if (stated.length === 0) {
    const word = sold ?? standing;
    const text = `The supplier states no ${what}s for this article; say which ${what} to order.`;
    return word ?? not('needs_details', `${what}_missing`, text);
  }
  const asked = sold ?? (stated.length === 1 ? stated[0] : standing);
  const word = stated.find((value) => value === asked) ?? stated.find((value) => sameWord(value, asked ?? ''));
  if (word !== undefined) return word;
  return sold === null
    ? not('needs_details', `${what}_missing`, `Say which ${what} to order: ${stated.slice(0, 20).join(', ')}.`)
    : not('blocked', `${what}_gone`, `The supplier no longer states the ${what} "${sold}" for this article.`);
}
