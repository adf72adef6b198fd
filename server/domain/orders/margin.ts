// What a store order leaves, told truthfully: revenue of our lines and their shipping after discounts and refunds, without
// tax, less the articles' cost and one shipping fee per dropship order. Payment fees are not in it: nobody tells them to us.
import {exponentOf, scaleMinor} from '#domain/money.ts';
import type {DropshipState} from '#domain/orders/dropship-state.ts';
import type {Settings} from '#domain/settings.ts';

/** What Shopify says of an order's money, in minor units of the shop's currency; lines as they are after refunds and edits. */
export type OrderMoney = {
  readonly currency: string;
  readonly lines: readonly {readonly gid: string; readonly net: number; readonly tax: number}[];
  readonly shipping: {readonly net: number; readonly tax: number};
  /** Given back to the buyer beyond what lines and shipping account for, tax included; 0 or more. */
  readonly refundedBeside: number;
};

/** Revenue without tax, and what the buyer has paid for it and not got back. */
export type Earned = {readonly revenue: number; readonly paid: number};

export type OurMoney = {
  readonly currency: string;
  readonly lines: ReadonlyMap<string, Earned>;
  /** All lines of ours. */
  readonly goods: Earned;
  /** Our lines' part of the shipping: by what the buyer paid for them among all lines of the order. */
  readonly shipping: Earned;
};

export function toOurMoney(order: OrderMoney, ours: ReadonlySet<string>): OurMoney {
  const paidForAll = sum(order.lines.map(grossOf));
  const lines = new Map<string, Earned>();
  for (const line of order.lines) {
    if (ours.has(line.gid)) lines.set(line.gid, lessGivenBack(line, order.refundedBeside, paidForAll));
  }
  const own = order.lines.filter(({gid}) => ours.has(gid));
  const [part, whole] = paidForAll > 0 ? [sum(own.map(grossOf)), paidForAll] : [own.length, order.lines.length];
  const shippingPart = (minor: number) => (whole === 0 ? 0 : scaleMinor(minor, part, whole));
  const {net, tax} = order.shipping;
  const earned = [...lines.values()];
  return {
    currency: order.currency,
    lines,
    goods: {revenue: sum(earned.map(({revenue}) => revenue)), paid: sum(earned.map(({paid}) => paid))},
    shipping: {revenue: shippingPart(net), paid: shippingPart(net + tax)},
  };
}

type Taxed = {readonly net: number; readonly tax: number};

const grossOf = ({net, tax}: Taxed): number => net + tax;

/** Money given back without naming a line takes from every line by what was paid for it. */
function lessGivenBack(line: Taxed, givenBack: number, paidForAll: number): Earned {
  const gross = grossOf(line);
  if (gross <= 0 || paidForAll <= 0) return {revenue: line.net, paid: gross};
  const kept = Math.max(0, paidForAll - Math.max(0, givenBack));
  return {revenue: scaleMinor(line.net, kept, paidForAll), paid: scaleMinor(gross, kept, paidForAll)};
}

/** One dropship order as far as money goes; euro cents. Price and fee are null where neither is known yet. */
export type DropshipMoney = {
  readonly state: DropshipState;
  readonly quantity: number;
  readonly price: number | null;
  readonly fee: number | null;
};

export type Rate = {
  readonly currency: string /** Units of that currency for one euro; null: not set. */;
  readonly perEuro: number | null;
};

export type StoreOrderMargin = {
  readonly revenue: number;
  readonly shipping: number;
  /** Minor units of the store's currency; null where no exchange rate is set. */
  readonly cost: number | null;
  readonly fees: number | null;
  readonly feesCharged: number;
  readonly margin: number | null;
  /** Dropship orders whose price or fee is not known yet: the margin is still without them. */
  readonly unknown: number;
};

/** Never sent, taken back, or refunded in full by the supplier: these cost nothing. */
const free: readonly DropshipState[] = ['cancelled', 'dismissed', 'refunded'];

export const isCharged = (state: DropshipState): boolean => !free.includes(state);

export function toStoreOrderMargin(
  earned: {readonly revenue: number; readonly shipping: number},
  orders: readonly DropshipMoney[],
  rate: Rate,
): StoreOrderMargin {
  const charged = orders.filter(({state}) => isCharged(state));
  const known = charged.filter(({price, fee}) => price !== null && fee !== null);
  const cost = toStoreCurrency(sum(known.map(({price, quantity}) => (price ?? 0) * quantity)), rate);
  const fees = toStoreCurrency(sum(known.map(({fee}) => fee ?? 0)), rate);
  return {
    revenue: earned.revenue,
    shipping: earned.shipping,
    cost,
    fees,
    feesCharged: known.length,
    margin: cost === null || fees === null ? null : earned.revenue + earned.shipping - cost - fees,
    unknown: charged.length - known.length,
  };
}

const rateBasis = 1_000_000;

/** Euro cents in minor units of the store's currency; null without a rate. */
export function toStoreCurrency(cents: number, {currency, perEuro}: Rate): number | null {
  if (currency === 'EUR') return cents;
  if (perEuro === null || !(perEuro > 0)) return null;
  return scaleMinor(cents, Math.round(perEuro * rateBasis) * 10 ** exponentOf(currency), rateBasis * 100);
}

/** Minor units of the store's currency in euro cents; null without a rate. */
export function toEuroCents(minor: number, {currency, perEuro}: Rate): number | null {
  if (currency === 'EUR') return minor;
  if (perEuro === null || !(perEuro > 0)) return null;
  return scaleMinor(minor, rateBasis * 100, Math.round(perEuro * rateBasis) * 10 ** exponentOf(currency));
}

/** Prices are paid to the supplier in euro; what one euro is in another currency, the merchant has set or it is not known. */
export function rateTo(currency: string, {pricing: {rate}}: Pick<Settings, 'pricing'>): Rate {
  return {currency, perEuro: rate?.currency === currency ? Number(rate.perEuro) : null};
}

/** The line's own part of revenue and shipping; what the merchant's margin floor is measured on. */
export function lineEarnings(line: number, goods: number, shipping: number): number {
  return goods <= 0 ? line : line + scaleMinor(shipping, line, goods);
}

export const paymentFeesNote = 'Payment fees are not included.';

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
