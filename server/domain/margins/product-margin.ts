// A product's margin per destination, before any sale, with notes on duties and transit times.
import type {StockReading} from '#domain/catalogue/article.ts';
import {type Rate, toStoreCurrency} from '#domain/margins/margin.ts';
import {scaleMinor} from '#domain/money.ts';
import {countryName, feeOf, type Zone, zoneCodes, zoneFor, zones} from '#domain/orders/zone.ts';

export type ZoneMargin = {
  readonly zone: Zone['code'];
  readonly deliversTo: string;
  /** Working days from dispatch, without time in customs. */
  readonly transit: string;
  /**
   * Minor units of the store's currency: the fee, and the margins of one and of three pieces of one variant bought together, which are
   * one dropship order. Null: not known.
   */
  readonly fee: number | null;
  readonly one: number | null;
  readonly three: number | null;
};

export type SalesTerms = Rate & {
  /** Per cent contained in the store's prices; null: the merchant has not set it. */
  readonly vatPercent: number | null;
  readonly taxesIncluded: boolean;
};

/**
 * @param price minor units of the store's currency, as the shopper sees it. It excludes shipping paid by the shopper, which is
 * unknown before the order. All margins are null if the price's tax or the exchange rate is unknown.
 */
export function toProductMargins(
  price: number,
  stock: Pick<StockReading, 'price' | 'shipping'>,
  terms: SalesTerms,
  wanted: readonly Zone['code'][] = zoneCodes,
): readonly ZoneMargin[] {
  const net = netOf(price, terms);
  const margin = (pieces: number, feeCents: number): number | null => {
    const costs = toStoreCurrency(stock.price * pieces + feeCents, terms);
    return net === null || costs === null ? null : net * pieces - costs;
  };
  return wanted.map((code) => {
    const fee = feeOf(stock, code);
    return {
      zone: code,
      deliversTo: zones[code].deliversTo,
      transit: stock.shipping[code]?.transit || zones[code].transit,
      fee: toStoreCurrency(fee, terms),
      one: margin(1, fee),
      three: margin(3, fee),
    };
  });
}

/** The price without the tax it contains; null: that tax is not set. */
export function netOf(price: number, {taxesIncluded, vatPercent}: SalesTerms): number | null {
  if (!taxesIncluded) return price;
  return vatPercent === null ? null : scaleMinor(price, 10_000, 10_000 + Math.round(vatPercent * 100));
}

/**
 * What is left of the price without tax after the cost of the article, in per cent of it, two decimals, rounded down; without the
 * shipping fee, which depends on the destination. Null: the tax or the exchange rate is not known, or nothing is left to divide.
 */
export function marginPercentOf(price: number, cost: number, terms: SalesTerms): number | null {
  const net = netOf(price, terms);
  const spent = toStoreCurrency(cost, terms);
  return net === null || net <= 0 || spent === null ? null : Math.floor(((net - spent) * 10_000) / net) / 100;
}

/** The assumption about tax in the price; null if no tax is subtracted. */
export function taxNote({taxesIncluded, vatPercent}: SalesTerms): string | null {
  if (!taxesIncluded || vatPercent === null || vatPercent === 0) return null;
  return `Prices are taken to contain the home country’s VAT of ${vatPercent} % for every destination. Where the store sells abroad at the same price without tax, the margin is higher by that share.`;
}

/** Interface document, "Price and shipping rules (dropship)". */
export function deliveryNotes(zone: Zone['code']): readonly string[] {
  const notes = [
    'Duties and import taxes are not part of price or shipping fee. They are payable on delivery, by you or by the customer if you pass them on.',
    'Transit times count working days from dispatch and leave out the time goods are held in customs at the destination.',
  ];
  if (zone !== 'JP') return notes;
  return [
    ...notes,
    'Goods of EU preferential origin may enter Japan without customs duty when a statement on origin accompanies them. This is about the tariff only, not about consumption tax or the carrier’s clearance fee.',
  ];
}

/** Names of countries the store sells to and the supplier does not deliver to. @param shipsTo ISO 3166-1 alpha-2 codes. */
export function unservedCountries(shipsTo: readonly string[]): readonly string[] {
  return shipsTo
    .filter((code) => zoneFor(code, null).kind === 'blocked')
    .map(countryName)
    .toSorted((one, other) => one.localeCompare(other, 'en'));
}
