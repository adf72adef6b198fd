// A store order's margin (left-per-piece.ts): revenue of our lines and their shipping after discounts and refunds, without the tax really
// charged, minus the articles' cost, one shipping fee per dropship order, and payment fees of what the buyer pays. Revenue that no charged
// dropship order covers is left out and listed.
import {leftOf, marginPercentOf, type PaymentTerms, paymentFees} from '#domain/margins/left-per-piece.ts';
import {type EuroRate, toStoreCurrency} from '#domain/margins/margin.ts';
import {scaleMinor} from '#domain/money.ts';
import type {DropshipState} from '#domain/orders/dropship-state.ts';

/** The amounts of one dropship order. `price`, of one piece, and `fee` are in euro cents; each is null while it is not known. */
export type DropshipMoney = {
  readonly state: DropshipState;
  readonly quantity: number;
  readonly price: number | null;
  readonly fee: number | null;
  /** The revenue of the whole line in minor units of the store's currency; null if not known. */
  readonly revenue: number | null;
  /** The revenue of the whole line with tax, in minor units of the store's currency; null if not known. */
  readonly paid: number | null;
  /** How many pieces `revenue` and `paid` are for. */
  readonly pieces: number;
};

/** Why revenue is left out. `not_sent`: the store ships the pieces itself, or the buyer added them later. */
export const leftOutReasons = ['refunded', 'dismissed', 'cancelled', 'not_sent'] as const;
type LeftOutReason = (typeof leftOutReasons)[number];

/** Revenue that is not counted. `amount`: with its share of the shipping, without tax; `orders`: how many dropship orders it is of. */
export type LeftOutRevenue = {readonly why: LeftOutReason; readonly orders: number; readonly amount: number};

/** A store order's margin, in minor units of the store's currency. */
export type StoreOrderMargin = {
  /** The counted revenue of our lines without tax, without the parts left out. */
  readonly revenue: number;
  /** The counted part of what the buyer pays for shipping, without tax. */
  readonly shipping: number;
  /** The tax on revenue and shipping, which do not contain it. */
  readonly tax: number;
  /** The payment fees of revenue, shipping and tax, by the merchant's settings. */
  readonly payment: number;
  /** Minor units of the store's currency; null if no exchange rate is set. */
  readonly cost: number | null;
  /** The supplier's shipping fees; null if no exchange rate is set. */
  readonly fees: number | null;
  /** How many dropship orders `fees` is the sum of. */
  readonly feesCharged: number;
  /** What is left: revenue and shipping less cost, fees and payment; null if no exchange rate is set. */
  readonly margin: number | null;
  /** The margin in per cent of revenue and shipping; null if the margin is null, or if nothing was charged. */
  readonly marginPercent: number | null;
  /** Dropship orders whose price or fee is not known yet: the margin includes their revenue, but not their cost. */
  readonly unknown: number;
  /** The revenue that is not counted, by reason. */
  readonly leftOut: readonly LeftOutRevenue[];
};

/** States in which a dropship order costs nothing: never sent, dismissed, or refunded by the supplier. Its revenue is left out. */
export const costlessStates = ['cancelled', 'dismissed', 'refunded'] as const satisfies readonly DropshipState[];

/** Whether the supplier charges for the dropship order. Without pieces it costs nothing. */
export const isCharged = ({state, quantity}: Pick<DropshipMoney, 'state' | 'quantity'>): boolean =>
  quantity > 0 && !costlessStates.some((costless) => costless === state);

/** Our lines and their share of the shipping, both without tax; `shippingPaid` with it. */
export type OrderEarned = {readonly revenue: number; readonly shipping: number; readonly shippingPaid: number};

/** Calculates a store order's margin from its amounts and all its dropship orders. */
export function toStoreOrderMargin(
  earned: OrderEarned,
  orders: readonly DropshipMoney[],
  rate: EuroRate,
  payment: PaymentTerms,
): StoreOrderMargin {
  const charged = orders.filter(isCharged);
  const known = charged.filter(({price, fee}) => price !== null && fee !== null);
  const cost = toStoreCurrency(sum(known.map(({price, quantity}) => (price ?? 0) * quantity)), rate);
  const fees = toStoreCurrency(sum(known.map(({fee}) => fee ?? 0)), rate);
  const {revenue, shipping, tax, leftOut} = planLeftOut(earned, orders);
  const kept = paymentFees(revenue + shipping + tax, payment);
  const amounts = cost === null || fees === null ? null : {revenue, shipping, cost, fee: fees, payment: kept};
  return {
    revenue,
    shipping,
    tax,
    payment: kept,
    cost,
    fees,
    feesCharged: known.length,
    margin: amounts === null ? null : leftOf(amounts),
    marginPercent: amounts === null ? null : marginPercentOf(amounts),
    unknown: charged.length - known.length,
    leftOut,
  };
}

/** Whether the margin is negative; null if that is unknown: without a rate, or because unknown costs could make it negative. */
export function losesMoney({margin, unknown}: Pick<StoreOrderMargin, 'margin' | 'unknown'>): boolean | null {
  if (margin === null) return null;
  // Only costs are unknown, so a loss can only grow.
  if (margin < 0) return true;
  return unknown > 0 ? null : false;
}

/** The share of a line's revenue that its dropship order covers. */
export const servedRevenue = (order: DropshipMoney): number => servedOf(order, order.revenue ?? 0);

/** The part of the line's amount for the pieces that the dropship order sends; 0 if the supplier does not charge for it. */
function servedOf(order: DropshipMoney, amount: number): number {
  const {quantity, pieces} = order;
  if (!isCharged(order)) return 0;
  return quantity >= pieces ? amount : scaleMinor(amount, quantity, pieces);
}

/** The tax of the counted part of the line. */
const servedTax = (order: DropshipMoney): number =>
  order.paid === null || order.revenue === null ? 0 : servedOf(order, order.paid) - servedOf(order, order.revenue);

/**
 * Splits revenue, shipping and tax into what counts and what is left out. Shipping is left out in proportion to its goods, and all of it
 * while no order is charged: nothing was sent for it, also where Shopify's amounts of a cancelled order still name it.
 */
function planLeftOut(
  {revenue: goods, shipping, shippingPaid}: OrderEarned,
  orders: readonly DropshipMoney[],
): Pick<StoreOrderMargin, 'revenue' | 'shipping' | 'tax' | 'leftOut'> {
  const isUnsent = orders.length > 0 && !orders.some(isCharged);
  const partUpTo = (whole: number, amount: number): number => (goods > 0 ? scaleMinor(whole, amount, goods) : 0);
  const leftOut: LeftOutRevenue[] = [];
  let out = 0;
  let shippingOut = 0;
  const byReason = Map.groupBy(orders, (order) => findLeftOutReason(order, isUnsent));
  const reasons = leftOutReasons.filter((why) => byReason.has(why));
  for (const why of reasons) {
    const mine = byReason.get(why) ?? [];
    const before = out + shippingOut;
    out = Math.min(goods, out + sum(mine.map((order) => (order.revenue ?? 0) - servedRevenue(order))));
    shippingOut = isUnsent && why === reasons.at(-1) ? shipping : partUpTo(shipping, out);
    const amount = out + shippingOut - before;
    if (amount > 0) leftOut.push({why, orders: mine.length, amount});
  }
  const shippingTax = shippingPaid - shipping;
  const tax = sum(orders.map(servedTax)) + (isUnsent ? 0 : shippingTax - partUpTo(shippingTax, out));
  return {revenue: goods - out, shipping: shipping - shippingOut, tax, leftOut};
}

/** Why revenue of the dropship order is left out; null: all of it counts. @param isUnsent whether no order of the store order is charged. */
function findLeftOutReason(order: DropshipMoney, isUnsent: boolean): LeftOutReason | null {
  const {state, revenue} = order;
  const costless = costlessStates.find((one) => one === state);
  if (costless !== undefined) return revenue === 0 && !isUnsent ? null : costless;
  return isUnsent || servedRevenue(order) < (revenue ?? 0) ? 'not_sent' : null;
}

/** The sentences for the merchant about revenue that is left out. */
export function leftOutText({why, orders}: LeftOutRevenue): string {
  const some = orders === 1 ? '1 article' : `${orders} articles`;
  const [was, it, brings] = orders === 1 ? ['was', 'it', 'it brings'] : ['were', 'them', 'they bring'];
  switch (why) {
    case 'refunded':
      // What is still to be done is said where the buyer is refunded: these amounts may be older than that refund.
      return `The supplier refunded ${some}. What ${brings} is not counted, because the buyer is to get it back.`;
    case 'dismissed':
      return `${some} ${was} closed by you. What ${brings} is not counted, because what it costs to serve ${it} from elsewhere is not known here.`;
    case 'cancelled':
      return `${some} ${was} cancelled in the store and never sent. What the buyer paid for ${it}, and did not get back, is not counted.`;
    case 'not_sent':
      return `Pieces of ${some} are in no order to the supplier: the store serves them itself, or the buyer wanted them later. What they bring is not counted.`;
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
