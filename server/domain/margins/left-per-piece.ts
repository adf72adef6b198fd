// The one definition of what is left of a sale, and of margin. Lists, sorts, previews, warnings and the pages of orders all use it, so the
// same piece has the same figure everywhere. Before a sale the amounts are expected ones; in an order they are those really charged.
import type {StockReading} from '#domain/catalogue/article.ts';
import {type EuroRate, toStoreCurrency} from '#domain/margins/margin.ts';
import {chargeFor, type StoreShipping} from '#domain/margins/store-charges.ts';
import {scaleMinor} from '#domain/money.ts';
import {shippingFee, type ZoneCode} from '#domain/orders/zone.ts';

/** Minor units of the store's currency, without tax. */
export type Amounts = {
  /** The price of all pieces. */
  readonly revenue: number;
  /** What the store charges for shipping. */
  readonly shipping: number;
  readonly cost: number;
  /** The supplier's shipping fee. */
  readonly fee: number;
  /** What the payment provider keeps. */
  readonly payment: number;
};

/** What is left: revenue and shipping, less the article's cost, the supplier's fee and payment fees. */
export const leftOf = ({revenue, shipping, cost, fee, payment}: Amounts): number =>
  revenue + shipping - cost - fee - payment;

/** What is left in per cent of what was charged without tax, two decimals, rounded down. Null: nothing was charged. */
export function marginPercentOf(amounts: Amounts): number | null {
  const charged = amounts.revenue + amounts.shipping;
  return charged <= 0 ? null : Math.floor((leftOf(amounts) * 10_000) / charged) / 100;
}

/** What the payment provider keeps of one payment, as the merchant states it: per cent of it, and minor units of the store's currency. */
export type PaymentTerms = {readonly percent: number; readonly fixed: number};

/**
 * What the payment provider keeps of one payment, in minor units; 0 if nothing is paid.
 * @param paid what the buyer pays in all, tax included.
 */
export const paymentFees = (paid: number, {percent, fixed}: PaymentTerms): number =>
  paid <= 0 ? 0 : scaleMinor(paid, Math.round(percent * 100), 10_000) + fixed;

/** What the amounts of a sale depend on besides price and cost. `currency` is the store's. */
export type SalesTerms = EuroRate & {
  /** Per cent contained in the store's prices; null: the merchant has not set it. */
  readonly vatPercent: number | null;
  readonly taxesIncluded: boolean;
  readonly payment: PaymentTerms;
  /** Null: what the store charges for shipping is not known, and not counted. */
  readonly shipping: StoreShipping | null;
};

/** The tax that the store's prices and rates contain. */
export type TaxTerms = Pick<SalesTerms, 'taxesIncluded' | 'vatPercent'>;

/** The price without the tax it contains; null: that tax is not set. */
export function netOf(price: number, {taxesIncluded, vatPercent}: TaxTerms): number | null {
  if (!taxesIncluded) return price;
  return vatPercent === null ? null : scaleMinor(price, 10_000, 10_000 + Math.round(vatPercent * 100));
}

/** What the supplier asks, in euro cents: `price` for one piece, and in `shipping` its own fees by zone. */
export type PieceCosts = Pick<StockReading, 'price'> & {
  readonly shipping: Readonly<Record<string, {readonly fee: number}>>;
};

/** Pieces of one variant, bought together: one dropship order. @param price of one piece, minor units, as the shopper sees it. */
export type Sale = {readonly price: number; readonly pieces: number; readonly zone: ZoneCode};

/**
 * The expected amounts of one sale. Null: the tax in the price or the exchange rate is not known. Shipping without a known charge counts as
 * nothing.
 */
export function expectedAmounts({price, pieces, zone}: Sale, costs: PieceCosts, terms: SalesTerms): Amounts | null {
  const net = netOf(price, terms);
  const cost = toStoreCurrency(costs.price * pieces, terms);
  const fee = toStoreCurrency(shippingFee(costs, zone), terms);
  if (net === null || cost === null || fee === null) return null;
  const charged = chargeFor(terms.shipping, zone, price * pieces) ?? 0;
  const payment = paymentFees(price * pieces + charged, terms.payment);
  return {revenue: net * pieces, shipping: netOf(charged, terms) ?? 0, cost, fee, payment};
}

/** What is left of one piece in one zone. */
export type LeftPerPiece = {readonly zone: ZoneCode; readonly left: number; readonly marginPercent: number | null};

/**
 * What is left of one piece sold to the zone; null: the tax in the price or the exchange rate is not known.
 * @param price minor units, as the shopper sees it.
 */
export function leftPerPiece(price: number, zone: ZoneCode, costs: PieceCosts, terms: SalesTerms): LeftPerPiece | null {
  const amounts = expectedAmounts({price, pieces: 1, zone}, costs, terms);
  return amounts === null ? null : {zone, left: leftOf(amounts), marginPercent: marginPercentOf(amounts)};
}

/** What is left of one piece in the zone where the least is left; null: that is not known, or `zones` is empty. */
export function worstLeft(
  price: number,
  zones: readonly ZoneCode[],
  costs: PieceCosts,
  terms: SalesTerms,
): LeftPerPiece | null {
  let worst: LeftPerPiece | null = null;
  for (const zone of zones) {
    const here = leftPerPiece(price, zone, costs, terms);
    if (here !== null && (worst === null || here.left < worst.left)) worst = here;
  }
  return worst;
}
