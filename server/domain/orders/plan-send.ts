// Step two of the decision whether to send, with the supplier's current data: it still offers what was sold, at a similar price, and the
// margin is what the settings require.
import type {StockReading} from '#domain/catalogue/article.ts';
import {leftOf} from '#domain/margins/left-per-piece.ts';
import {euroText, scaleMinor} from '#domain/money.ts';
import {type MerchantOverrides, noOverrides} from '#domain/orders/merchant-overrides.ts';
import {type NotSent, toNotSent} from '#domain/orders/not-sent.ts';
import {type CatalogueTexts, type OrderWords, planWords, toOrderWords} from '#domain/orders/order-words.ts';
import {type OrderRules, type SendableLine} from '#domain/orders/plan-dropship.ts';
import type {FixedReason} from '#domain/orders/reason-texts.ts';
import type {Reason} from '#domain/orders/reasons.ts';
import {shippingFee} from '#domain/orders/zone.ts';

/** The supplier's current data and the app's own. `stock` is null if the article is not listed, or the supplier refuses `a=stock`. */
export type SupplierFacts = {
  readonly listed: boolean;
  readonly stock: StockReading | null;
  /** The cost of the listing's last pricing in euro cents; null if it was never priced. */
  readonly knownCost: number | null;
  /** The article's catalogue texts; left out: none. */
  readonly texts?: CatalogueTexts;
  /**
   * Euro cents: the line's revenue for all pieces with its share of the shipping, without tax. Null or left out if unknown: a
   * margin floor then holds the order.
   */
  readonly revenue?: number | null;
  /** Euro cents: the line's part of the payment fees; left out: none. */
  readonly payment?: number;
};

/** What to order at the supplier for one line. */
export type SendPlan = {
  readonly kind: 'send';
  readonly colour: string;
  readonly size: string;
  /** Colour and size with the source of each. */
  readonly words: OrderWords;
  /** Euro cents: the supplier's price per piece. */
  readonly price: number;
  /** Euro cents: the zone's shipping fee. */
  readonly fee: number;
};

/** Decides what to order at the supplier, or why nothing is sent. Pure: it reads nothing. */
export function planSend(
  sendable: SendableLine,
  supplier: SupplierFacts,
  rules: OrderRules,
  overrides: MerchantOverrides = noOverrides,
): SendPlan | NotSent {
  if (!supplier.listed) return toNotSent('blocked', 'not_listed');
  if (supplier.stock === null) return toNotSent('waiting', 'stock_refused');
  const {stock} = supplier;
  const words = planWords(sendable, stock, supplier.texts ?? noCatalogueTexts, rules, overrides);
  const {colour, size} = words;
  if ('kind' in colour) return colour;
  if ('kind' in size) return size;
  if (!Number.isSafeInteger(stock.price) || stock.price <= 0) return toNotSent('held', 'price_invalid');
  const fee = shippingFee(stock, sendable.zone);
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

/** What is known of an article that no catalogue page had. */
export const noCatalogueTexts: CatalogueTexts = {category: null, sizes: null, unit: null, defined: null};

/** `price`: of one piece; `fee`: for shipping; both in euro cents. */
type PriceCheckInput = SupplierFacts & {readonly price: number; readonly fee: number};

/** The first reason that the order's cost gives the merchant to look at it, with that cost. */
function planPrice(
  sendable: SendableLine,
  facts: PriceCheckInput,
  rules: OrderRules,
  overrides: MerchantOverrides,
): NotSent | null {
  const {price, fee} = facts;
  const why =
    priceRise(facts, rules, overrides) ??
    costAboveLimit(sendable, facts, rules, overrides) ??
    marginTooLow(sendable, facts, rules, overrides) ??
    approvalAsked(rules, overrides);
  if (why === null) return null;
  // A yes to this amount is also the yes that is asked for each order.
  const covers = rules.approveEach && why !== 'approval_asked' ? {covers: ['approval_asked'] as const} : {};
  return {...toNotSent('held', why), ...covers, price, fee};
}

/** The reason if the supplier's price rose too much since the product was priced; null: it did not, or the merchant approved it. */
function priceRise(
  {price, knownCost}: PriceCheckInput,
  {priceGuardPercent}: OrderRules,
  overrides: MerchantOverrides,
): Reason | null {
  if (
    knownCost === null ||
    !exceedsPriceGuard(price, knownCost, priceGuardPercent) ||
    isPriceApproved(price, overrides)
  )
    return null;
  const text = `The supplier's price rose by more than ${priceGuardPercent} % since the product was priced: from ${euroText(knownCost)} to ${euroText(price)}.`;
  return {code: 'price_rose', text};
}

/** The reason if the order would exceed the merchant's limit, shipping included; null: it would not, or that was overruled. */
function costAboveLimit(
  {quantity}: SendableLine,
  {price, fee}: PriceCheckInput,
  {costLimit}: OrderRules,
  {approved}: MerchantOverrides,
): Reason | null {
  const cost = price * quantity + fee;
  if (costLimit === null || cost <= costLimit || approved.includes('cost_above_limit')) return null;
  const text = `The supplier charges ${euroText(cost)} for it, shipping included; the settings ask you above ${euroText(costLimit)}.`;
  return {code: 'cost_above_limit', text};
}

/** The reason if less would be left than the settings require, or that is not known; null: enough is left, or that was overruled. */
function marginTooLow(
  {quantity, wanted}: SendableLine,
  {price, fee, revenue = null, payment = 0}: PriceCheckInput,
  {marginFloor}: OrderRules,
  {approved}: MerchantOverrides,
): Reason | null {
  if (marginFloor === null) return null;
  if (revenue === null) {
    if (approved.includes('margin_unknown')) return null;
    const text = `The settings ask for ${euroText(marginFloor)} to be left, and what is left of this order is not known: its money cannot be told in euro. Set an exchange rate for the store's currency, or send it now.`;
    return {code: 'margin_unknown', text};
  }
  // `revenue` is for all pieces the buyer wants. The part for pieces that the store fulfils itself does not count.
  const partOf = (whole: number): number => (quantity < wanted ? scaleMinor(whole, quantity, wanted) : whole);
  const kept = partOf(payment);
  const margin = leftOf({revenue: partOf(revenue), shipping: 0, cost: price * quantity, fee, payment: kept});
  if (margin >= marginFloor || approved.includes('margin_below_floor')) return null;
  const fees = `the shipping fee of ${euroText(fee)}${kept > 0 ? ` and payment fees of ${euroText(kept)}` : ''}`;
  const text = `${euroText(margin)} are left after the article and ${fees}; the settings ask for ${euroText(marginFloor)}.`;
  return {code: 'margin_below_floor', text};
}

/** Asked last, so that the merchant approves an order of which price and fee are known. */
const approvalAsked = ({approveEach}: OrderRules, {approved}: MerchantOverrides): FixedReason | null =>
  approveEach && !approved.includes('approval_asked') ? 'approval_asked' : null;

/** The merchant approves prices up to a given one, not every later price. */
const isPriceApproved = (price: number, {approved, approvedPrice}: MerchantOverrides): boolean =>
  approved.includes('price_rose') && approvedPrice !== null && price <= approvedPrice;

/** Whether the price is more than `guardPercent` above the cost. Calculates in whole numbers, because binary fractions are not exact. */
function exceedsPriceGuard(price: number, knownCost: number, guardPercent: number): boolean {
  return price * 10_000 > knownCost * (10_000 + Math.round(guardPercent * 100));
}
