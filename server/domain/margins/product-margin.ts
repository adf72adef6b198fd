// What is left of a product per destination, before any sale, with notes on duties and transit times.
import type {StockReading} from '#domain/catalogue/article.ts';
import {expectedAmounts, leftOf, type PaymentTerms, type SalesTerms} from '#domain/margins/left-per-piece.ts';
import {toStoreCurrency} from '#domain/margins/margin.ts';
import {resolveDestination, shippingFee, type Zone, zoneCodes, zones} from '#domain/orders/zone.ts';
import {countryName} from '#domain/words/country-names.ts';

/** The margin of a product sold to one zone: what is left of its price after the costs, with the zone's fee and transit time. */
export type ZoneMargin = {
  readonly zone: Zone['code'];
  /** The zone's countries, in words. */
  readonly deliversTo: string;
  /** Working days from dispatch, without time in customs. */
  readonly transit: string;
  /** The supplier's shipping fee in minor units of the store's currency; null: not known. */
  readonly fee: number | null;
  /** What is left of one piece, in minor units of the store's currency (left-per-piece.ts); null: not known. */
  readonly one: number | null;
  /** What is left of three pieces of one variant bought together, which are one dropship order, in minor units; null: not known. */
  readonly three: number | null;
};

/**
 * What is left of a product in each zone.
 * @param price minor units of the store's currency, as the shopper sees it. What is left is null if its tax or the exchange rate is
 * unknown.
 * @param wanted the zones; left out: all.
 */
export function toProductMargins(
  price: number,
  stock: Pick<StockReading, 'price' | 'shipping'>,
  terms: SalesTerms,
  wanted: readonly Zone['code'][] = zoneCodes,
): readonly ZoneMargin[] {
  const left = (zone: Zone['code'], pieces: number): number | null => {
    const amounts = expectedAmounts({price, pieces, zone}, stock, terms);
    return amounts === null ? null : leftOf(amounts);
  };
  return wanted.map((code) => ({
    zone: code,
    deliversTo: zones[code].deliversTo,
    transit: stock.shipping[code]?.transit || zones[code].transit,
    fee: toStoreCurrency(shippingFee(stock, code), terms),
    one: left(code, 1),
    three: left(code, 3),
  }));
}

/** The assumption about tax in the price; null if no tax is subtracted. */
export function taxNote({taxesIncluded, vatPercent}: Pick<SalesTerms, 'taxesIncluded' | 'vatPercent'>): string | null {
  if (!taxesIncluded || vatPercent === null || vatPercent === 0) return null;
  return `Prices are taken to contain the home country’s VAT of ${vatPercent} % for every destination. At the same price the margin is higher where no tax is due, and lower where the rate is higher.`;
}

/** The note that payment fees are not counted; null: they are set, and counted. */
export const paymentNote = ({percent, fixed}: PaymentTerms): string | null =>
  percent > 0 || fixed > 0 ? null : 'Payment fees are not counted: none are set under Pricing.';

/**
 * Notes on duties and transit time of a zone; none for the EU's, which has no customs. Interface document, "Price and shipping rules
 * (dropship)".
 */
export function deliveryNotes(zone: Zone['code']): readonly string[] {
  if (zone === 'EU') return [];
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

/** Names of the countries that the store sells to but the supplier does not deliver to. @param shipsTo ISO 3166-1 alpha-2 codes. */
export function unservedCountries(shipsTo: readonly string[]): readonly string[] {
  return shipsTo
    .filter((code) => resolveDestination(code, null).kind === 'blocked')
    .map(countryName)
    .toSorted((one, other) => one.localeCompare(other, 'en'));
}
