// Calculates the revenue of our lines from Shopify's amounts, after discounts and refunds, with their share of the shipping; and converts
// amounts between the store's currency and euro.
import type {LineItemGid} from '#domain/ids.ts';
import {minorUnitExponent, scaleMinor} from '#domain/money.ts';
import type {Settings} from '#domain/settings/settings.ts';

/** A store order's amounts from Shopify, in minor units of the shop's currency; lines as they are after refunds and edits. */
export type OrderMoney = {
  readonly currency: string;
  /** What the buyer has paid for the whole order, before refunds. */
  readonly received: number;
  /** How much of that was refunded to the buyer. */
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

/** `revenue`: an amount without tax. `paid`: the same with tax, which the buyer owes, paid or not. */
export type RevenueAndGross = {readonly revenue: number; readonly paid: number};

/** The money of an order's lines that are ours, in minor units of the shop's currency. */
export type OurLinesMoney = {
  readonly currency: string;
  /** What the buyer has paid for the whole order, before refunds. */
  readonly received: number;
  /** How much the buyer got back for the whole order. */
  readonly refunded: number;
  /** Revenue of each of our lines, and the pieces that it is for. */
  readonly lines: ReadonlyMap<LineItemGid, RevenueAndGross & {readonly pieces: number}>;
  /** The sum of our lines. */
  readonly goods: RevenueAndGross;
  /** Our lines' share of the shipping, in proportion to their part of all lines. */
  readonly shipping: RevenueAndGross;
};

/** Reduces the order's amounts to our lines. @param ours the ids of our lines. */
export function toOurLinesMoney(order: OrderMoney, ours: ReadonlySet<LineItemGid>): OurLinesMoney {
  const paidForAll = sum(order.lines.map(grossAmount));
  const lines = new Map<LineItemGid, RevenueAndGross & {readonly pieces: number}>();
  for (const line of order.lines) {
    if (!ours.has(line.gid)) continue;
    lines.set(line.gid, {...deductUnassignedRefund(line, order.refundedBeside, paidForAll), pieces: line.pieces});
  }
  const own = order.lines.filter(({gid}) => ours.has(gid));
  const [part, whole] = paidForAll > 0 ? [sum(own.map(grossAmount)), paidForAll] : [own.length, order.lines.length];
  const shippingPart = (minor: number) => (whole === 0 ? 0 : scaleMinor(minor, part, whole));
  const {net, tax} = deductFromShipping(order.shipping, order.refundedBeside - paidForAll);
  const lineAmounts = [...lines.values()];
  return {
    currency: order.currency,
    received: order.received,
    refunded: order.refunded,
    lines,
    goods: {revenue: sum(lineAmounts.map(({revenue}) => revenue)), paid: sum(lineAmounts.map(({paid}) => paid))},
    shipping: {revenue: shippingPart(net), paid: shippingPart(net + tax)},
  };
}

/** An amount without tax, and the tax on it. */
type TaxedAmount = {readonly net: number; readonly tax: number};

const grossAmount = ({net, tax}: TaxedAmount): number => net + tax;

/** Deducts a line's part of a refund that names no line. All lines share such a refund in proportion to their amounts. */
function deductUnassignedRefund(line: TaxedAmount, givenBack: number, paidForAll: number): RevenueAndGross {
  const gross = grossAmount(line);
  if (gross <= 0 || paidForAll <= 0) return {revenue: line.net, paid: gross};
  const kept = Math.max(0, paidForAll - Math.max(0, givenBack));
  return {revenue: scaleMinor(line.net, kept, paidForAll), paid: scaleMinor(gross, kept, paidForAll)};
}

/** Deducts from the shipping what was given back beyond what is left of the lines: of an order refunded in full nothing is left. */
function deductFromShipping(shipping: TaxedAmount, givenBack: number): TaxedAmount {
  const gross = grossAmount(shipping);
  if (gross <= 0 || givenBack <= 0) return shipping;
  const kept = Math.max(0, gross - givenBack);
  const net = scaleMinor(shipping.net, kept, gross);
  return {net, tax: kept - net};
}

/** The exchange rate between euro and one currency. */
export type EuroRate = {
  readonly currency: string;
  /** How many units of `currency` one euro buys; null: not set. Not used if the currency is EUR. */
  readonly perEuro: number | null;
};

/** An exchange rate is used with six decimals. */
const rateScale = 1_000_000;

/** Minor units of the store's currency for one euro cent, as a fraction; null without a rate. */
export function rateFactor({
  currency,
  perEuro,
}: EuroRate): {readonly numerator: number; readonly denominator: number} | null {
  if (currency === 'EUR') return {numerator: 1, denominator: 1};
  if (perEuro === null || !(perEuro > 0)) return null;
  return {numerator: Math.round(perEuro * rateScale) * 10 ** minorUnitExponent(currency), denominator: rateScale * 100};
}

/** Converts euro cents to minor units of the store's currency; null without a rate. */
export function toStoreCurrency(cents: number, rate: EuroRate): number | null {
  const factor = rateFactor(rate);
  if (factor === null || rate.currency === 'EUR') return factor === null ? null : cents;
  return scaleMinor(cents, factor.numerator, factor.denominator);
}

/** Converts minor units of the store's currency to euro cents; null without a rate. */
export function toEuroCents(minor: number, {currency, perEuro}: EuroRate): number | null {
  if (currency === 'EUR') return minor;
  if (perEuro === null || !(perEuro > 0)) return null;
  return scaleMinor(minor, rateScale * 100, Math.round(perEuro * rateScale) * 10 ** minorUnitExponent(currency));
}

/** The merchant's exchange rate for a currency, because the supplier is paid in euro; `perEuro` is null if none is set. */
export function euroRateFor(currency: string, {pricing: {rate}}: Pick<Settings, 'pricing'>): EuroRate {
  return {currency, perEuro: rate?.currency === currency ? Number(rate.perEuro) : null};
}

/** The same from stored settings. While they cannot be read it is of no currency, so that nothing of a margin is known, in euro neither. */
export const storedRateFor = (currency: string | null, {settings, isReadable}: MaybeReadable): EuroRate =>
  euroRateFor(isReadable ? (currency ?? '') : '', settings);

type MaybeReadable = {readonly settings: Pick<Settings, 'pricing'>; readonly isReadable: boolean};

/** A line's share of the shipping, by its part of the goods. All amounts are without tax for the margin, or with tax for a refund. */
export const shippingShare = (line: number, goods: number, shipping: number): number =>
  goods <= 0 ? 0 : scaleMinor(shipping, line, goods);

/** The note for the merchant if no exchange rate is set for the store's currency. */
export const noRateNote = (currency: string): string =>
  `The store sells in ${currency} and the supplier is paid in euro; without an exchange rate cost and margin are not known.`;

/** The note in place of a margin while the stored settings cannot be read. */
export const settingsUnreadableNote = 'The settings of this store cannot be read, so this is not known.';

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
