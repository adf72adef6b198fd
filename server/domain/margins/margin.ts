// Revenue of our lines as Shopify reports it, after discounts and refunds, without tax, with their share of the shipping; and its
// value in the supplier's currency.
import type {LineItemGid} from '#domain/ids.ts';
import {exponentOf, scaleMinor} from '#domain/money.ts';
import type {Settings} from '#domain/settings/settings.ts';

/** An order's amounts from Shopify, in minor units of the shop's currency; lines as they are after refunds and edits. */
export type OrderMoney = {
  readonly currency: string;
  /** What the buyer has paid, before refunds, and what was refunded. An unpaid order has prices too. */
  readonly received: number;
  readonly refunded: number;
  /** `pieces`: the line's remaining pieces, which its amounts are for. */
  readonly lines: readonly {
    readonly gid: LineItemGid;
    readonly pieces: number;
    readonly net: number;
    readonly tax: number;
  }[];
  readonly shipping: {readonly net: number; readonly tax: number};
  /** Refunded beyond lines and shipping, tax included; 0 or more. */
  readonly refundedBeside: number;
};

/** Revenue without tax, and the same with tax: the amount due from the buyer, paid or not. */
export type Earned = {readonly revenue: number; readonly paid: number};

export type OurMoney = {
  readonly currency: string;
  readonly received: number;
  readonly refunded: number;
  readonly lines: ReadonlyMap<LineItemGid, Earned & {readonly pieces: number}>;
  /** All lines of ours. */
  readonly goods: Earned;
  /** Our lines' share of the shipping, in proportion to their part of all lines. */
  readonly shipping: Earned;
};

export function toOurMoney(order: OrderMoney, ours: ReadonlySet<LineItemGid>): OurMoney {
  const paidForAll = sum(order.lines.map(grossOf));
  const lines = new Map<LineItemGid, Earned & {readonly pieces: number}>();
  for (const line of order.lines) {
    if (!ours.has(line.gid)) continue;
    lines.set(line.gid, {...lessGivenBack(line, order.refundedBeside, paidForAll), pieces: line.pieces});
  }
  const own = order.lines.filter(({gid}) => ours.has(gid));
  const [part, whole] = paidForAll > 0 ? [sum(own.map(grossOf)), paidForAll] : [own.length, order.lines.length];
  const shippingPart = (minor: number) => (whole === 0 ? 0 : scaleMinor(minor, part, whole));
  const {net, tax} = order.shipping;
  const earned = [...lines.values()];
  return {
    currency: order.currency,
    received: order.received,
    refunded: order.refunded,
    lines,
    goods: {revenue: sum(earned.map(({revenue}) => revenue)), paid: sum(earned.map(({paid}) => paid))},
    shipping: {revenue: shippingPart(net), paid: shippingPart(net + tax)},
  };
}

type Taxed = {readonly net: number; readonly tax: number};

const grossOf = ({net, tax}: Taxed): number => net + tax;

/** Deducts the line's part of a refund that names no line: all lines share it in proportion to their amounts. */
function lessGivenBack(line: Taxed, givenBack: number, paidForAll: number): Earned {
  const gross = grossOf(line);
  if (gross <= 0 || paidForAll <= 0) return {revenue: line.net, paid: gross};
  const kept = Math.max(0, paidForAll - Math.max(0, givenBack));
  return {revenue: scaleMinor(line.net, kept, paidForAll), paid: scaleMinor(gross, kept, paidForAll)};
}

export type Rate = {
  readonly currency: string;
  /** Units of that currency for one euro; null: not set. Not used if the currency is EUR. */
  readonly perEuro: number | null;
};

const rateBasis = 1_000_000;

/** Converts euro cents to minor units of the store's currency; null without a rate. */
export function toStoreCurrency(cents: number, {currency, perEuro}: Rate): number | null {
  if (currency === 'EUR') return cents;
  if (perEuro === null || !(perEuro > 0)) return null;
  return scaleMinor(cents, Math.round(perEuro * rateBasis) * 10 ** exponentOf(currency), rateBasis * 100);
}

/** Converts minor units of the store's currency to euro cents; null without a rate. */
export function toEuroCents(minor: number, {currency, perEuro}: Rate): number | null {
  if (currency === 'EUR') return minor;
  if (perEuro === null || !(perEuro > 0)) return null;
  return scaleMinor(minor, rateBasis * 100, Math.round(perEuro * rateBasis) * 10 ** exponentOf(currency));
}

/** The supplier is paid in euro. For another currency, the merchant's rate is used; null if none is set. */
export function rateTo(currency: string, {pricing: {rate}}: Pick<Settings, 'pricing'>): Rate {
  return {currency, perEuro: rate?.currency === currency ? Number(rate.perEuro) : null};
}

/** A line's amount plus its share of the shipping: revenue for the merchant's margin floor, or the buyer's money for a refund. */
export function lineEarnings(line: number, goods: number, shipping: number): number {
  return goods <= 0 ? line : line + scaleMinor(shipping, line, goods);
}

export const noRateNote = (currency: string): string =>
  `The store sells in ${currency} and the supplier is paid in euro; without an exchange rate cost and margin are not known.`;

export const settingsUnreadableNote = 'The settings of this store cannot be read, so this is not known.';

export const paymentFeesNote = 'Payment fees are not included.';

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
