// A store order's margin: revenue of our lines and their shipping after discounts and refunds, without tax, minus the articles'
// cost and one shipping fee per dropship order. Revenue that no charged dropship order covers is left out and listed. Payment fees
// are not included, because they are not known here.

import {type Rate, toStoreCurrency} from '#domain/margins/margin.ts';
import {scaleMinor} from '#domain/money.ts';
import type {DropshipState} from '#domain/orders/dropship-state.ts';

/** The amounts of one dropship order. `price`, of one piece, and `fee` are in euro cents; each is null while it is not known. */
export type DropshipMoney = {
  readonly state: DropshipState;
  readonly quantity: number;
  readonly price: number | null;
  readonly fee: number | null;
  /** The revenue of the whole line, minor units of the store's currency; null if not known. */
  readonly revenue: number | null;
  /** How many pieces that revenue is for. */
  readonly pieces: number;
};

/** `not_sent`: pieces of a line in no dropship order, because the store ships them or the buyer added them later. */
export const leftOutWhys = ['refunded', 'dismissed', 'cancelled', 'not_sent'] as const;
type LeftOutWhy = (typeof leftOutWhys)[number];

/** @param amount with its share of the shipping, without tax; @param orders number of dropship orders it covers. */
export type LeftOut = {readonly why: LeftOutWhy; readonly orders: number; readonly amount: number};

export type StoreOrderMargin = {
  /** The counted revenue, without the parts left out. */
  readonly revenue: number;
  readonly shipping: number;
  /** Minor units of the store's currency; null if no exchange rate is set. */
  readonly cost: number | null;
  readonly fees: number | null;
  readonly feesCharged: number;
  readonly margin: number | null;
  /** Dropship orders whose price or fee is not known yet: the margin includes their revenue, but not their cost. */
  readonly unknown: number;
  readonly leftOut: readonly LeftOut[];
};

/** Never sent, dismissed by the merchant, or refunded by the supplier: these cost nothing, and their revenue is left out. */
const free = ['cancelled', 'dismissed', 'refunded'] as const satisfies readonly DropshipState[];

/** A dropship order without pieces costs nothing: no piece of the line is left for the supplier to send. */
export const isCharged = ({state, quantity}: Pick<DropshipMoney, 'state' | 'quantity'>): boolean =>
  quantity > 0 && !free.some((costless) => costless === state);

export function toStoreOrderMargin(
  earned: {readonly revenue: number; readonly shipping: number},
  orders: readonly DropshipMoney[],
  rate: Rate,
): StoreOrderMargin {
  const charged = orders.filter(isCharged);
  const known = charged.filter(({price, fee}) => price !== null && fee !== null);
  const cost = toStoreCurrency(sum(known.map(({price, quantity}) => (price ?? 0) * quantity)), rate);
  const fees = toStoreCurrency(sum(known.map(({fee}) => fee ?? 0)), rate);
  const {revenue, shipping, leftOut} = planLeftOut(earned, orders);
  return {
    revenue,
    shipping,
    cost,
    fees,
    feesCharged: known.length,
    margin: cost === null || fees === null ? null : revenue + shipping - cost - fees,
    unknown: charged.length - known.length,
    leftOut,
  };
}

/** Null if unknown: without a rate, or if the unknown amounts could change the sign. */
export function losesMoney({margin, unknown}: Pick<StoreOrderMargin, 'margin' | 'unknown'>): boolean | null {
  if (margin === null) return null;
  // Only costs are unknown, so a loss can only grow.
  if (margin < 0) return true;
  return unknown > 0 ? null : false;
}

/** The share of a line's revenue that its dropship order covers. */
export function servedRevenue(order: DropshipMoney): number {
  const {quantity, pieces, revenue} = order;
  if (!isCharged(order) || revenue === null) return 0;
  return quantity >= pieces ? revenue : scaleMinor(revenue, quantity, pieces);
}

/** Shipping is left out in proportion to its goods; without goods, it stays while any order is charged. */
function planLeftOut(
  {revenue: goods, shipping}: {readonly revenue: number; readonly shipping: number},
  orders: readonly DropshipMoney[],
): Pick<StoreOrderMargin, 'revenue' | 'shipping' | 'leftOut'> {
  const shippingUpTo = (amount: number): number =>
    goods > 0 ? scaleMinor(shipping, amount, goods) : orders.some(isCharged) ? 0 : shipping;
  const leftOut: LeftOut[] = [];
  let out = 0;
  let shippingOut = 0;
  for (const why of leftOutWhys) {
    const mine = orders.filter((order) => whyOf(order) === why);
    if (mine.length === 0) continue;
    const before = out + shippingOut;
    out = Math.min(goods, out + sum(mine.map((order) => (order.revenue ?? 0) - servedRevenue(order))));
    shippingOut = shippingUpTo(out);
    const amount = out + shippingOut - before;
    if (amount > 0) leftOut.push({why, orders: mine.length, amount});
  }
  return {revenue: goods - out, shipping: shipping - shippingOut, leftOut};
}

function whyOf(order: DropshipMoney): LeftOutWhy | null {
  const {state, revenue} = order;
  const costless = free.find((one) => one === state);
  if (costless !== undefined) return revenue === 0 ? null : costless;
  return servedRevenue(order) < (revenue ?? 0) ? 'not_sent' : null;
}

export function leftOutText({why, orders}: LeftOut): string {
  const some = orders === 1 ? '1 article' : `${orders} articles`;
  const [was, it, brings] = orders === 1 ? ['was', 'it', 'it brings'] : ['were', 'them', 'they bring'];
  switch (why) {
    case 'refunded':
      return `The supplier refunded ${some}. What ${brings} is not counted: refund the buyer, or place ${it} again.`;
    case 'dismissed':
      return `${some} ${was} dismissed. What ${brings} is not counted, because what it costs to serve ${it} from elsewhere is not known here.`;
    case 'cancelled':
      return `${some} ${was} cancelled in the store and never sent, but not refunded in full. What ${brings} is not counted.`;
    case 'not_sent':
      return `Pieces of ${some} are in no order to the supplier: the store serves them itself, or the buyer wanted them later. What they bring is not counted.`;
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
