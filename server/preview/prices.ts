// The prices of a preview: those with the least left of one piece first, how many lose money in which zone, and what would have to be
// charged so that none does.
import type {Article, StockReading} from '#domain/catalogue/article.ts';
import {ownerOf} from '#domain/catalogue/owned-field.ts';
import type {ArticleId} from '#domain/ids.ts';
import {maxPriceListOffset, zoneWithHighestFee} from '#domain/margins/least-price.ts';
import {leftPerPiece, type SalesTerms, worstLeft} from '#domain/margins/left-per-piece.ts';
import {toStoreCurrency} from '#domain/margins/margin.ts';
import type {StoreShipping} from '#domain/margins/store-charges.ts';
import {parseMinor} from '#domain/money.ts';
import {shippingFee, type ZoneCode} from '#domain/orders/zone.ts';
import {createRrpConverter, isAboveRrp} from '#domain/pricing/conversion-rate.ts';
import {addLeastCharge, type ChargeTerms, type LeastCharges, losesMoneyWith} from '#domain/pricing/least-charge.ts';
import type {OwnPrice} from '#domain/pricing/own-prices/own-price.ts';
import type {PriceStore} from '#domain/pricing/price.ts';
import {toSalesTerms} from '#domain/pricing/sales-terms.ts';
import type {Settings} from '#domain/settings/settings.ts';
import type {StoredListing} from '../db/listings/listings.ts';

/** The price of one product before and after the proposed settings, and what is left of one piece. */
export type PriceChange = {
  readonly articleId: ArticleId;
  readonly name: string;
  /** Euro cents: the supplier's cost of one piece. */
  readonly cost: number;
  /** Minor units of the store's currency; null: not in the store yet, or not known. */
  readonly before: number | null;
  /** The price after the run, in minor units of the store's currency. */
  readonly after: number;
  /** The merchant edited the price in the store, where `before` and `after` are what it shows, or set one for the article. */
  readonly own: boolean;
  /** Whether `after` is above the price that the brand recommends. */
  readonly aboveRrp: boolean;
  /** Whether it loses money, and its product is on sale at a price that already does. */
  readonly losesAlready: boolean;
  /**
   * For each zone the store sells to, in minor units of its currency: the supplier's fee, and what is left of one piece; null: not known.
   */
  readonly zones: readonly {readonly zone: ZoneCode; readonly fee: number | null; readonly margin: number | null}[];
};

/** The figures of a preview that prices add to. */
type PriceSums = {
  /** Existing products whose price the run changes. */
  pricesChanged: number;
  /** The requested page of the list of prices. */
  prices: readonly PriceChange[];
  /** Where the next page begins in the list; null: this page is the last. */
  pricesNext: number | null;
  /** How many prices all pages together can list. */
  pricesListed: number;
  /** Products that lose money in at least one zone. */
  losing: number;
  /** How many of the `losing` products have a price that the merchant set. */
  losingOwn: number;
  /** How many of the `losing` products are on sale at a price that already loses money. */
  losingAlready: number;
  /** How many products lose money in each zone. */
  losingByZone: Partial<Record<ZoneCode, number>>;
  /** How many products have a price above the one that the brand recommends. */
  aboveRrp: number;
  /** How many of these are on sale at a price that already is. */
  aboveRrpAlready: number;
  /** What must be charged so that no zone loses money; empty unless asked for. */
  readonly charges: LeastCharges;
  /** The zone with the highest fee, and how many products lose money even if prices carry that fee; null: not asked for, or no zone. */
  carry: {readonly zone: ZoneCode; losing: number} | null;
};

/** A product that is on sale after the run, with its price. */
type PricedProduct = {
  readonly article: Pick<Article, 'id' | 'name' | 'brand' | 'category' | 'rrp'>;
  /** The last or assumed reading of `a=stock`; null: none. */
  readonly stock: StockReading | null;
  /** The price that the merchant set for the article; null: none. */
  readonly ownPrice: OwnPrice | null;
  /** Cost in euro cents, price in the store's minor units. */
  readonly sale: {readonly cost: number; readonly price: number};
  /** Null: the article has no listing yet. */
  readonly listing: Pick<StoredListing, 'state' | 'productGid' | 'ownedHere' | 'edits' | 'written'> | null;
  /** Whether the run writes the price of an existing product. */
  readonly writesPrice: boolean;
};

/** Settings and facts of the store that prices and margins depend on. */
type PriceTerms = {
  readonly settings: Settings;
  readonly store: PriceStore;
  readonly zones: readonly ZoneCode[];
  readonly shipping?: StoreShipping | null;
  readonly pricesFrom?: number;
  readonly charges?: boolean;
};

/** The settings and facts, with what is made of them once. */
type SoldTerms = PriceTerms & {
  readonly sales: SalesTerms;
  /** The recommended price in the store's currency. */
  readonly convertRrp: (rrp: number | null) => number | null;
};

/** Collects the prices of a preview, and adds what it finds to the preview's figures. */
export type PriceList = {
  /** Adds a product that is on sale after the run. */
  readonly add: (priced: PricedProduct) => void;
  /** Writes the requested page of the list to the preview's figures. */
  readonly close: () => void;
};

/** Prices per page. */
const pageSize = 20;

/** Creates the list of prices that adds its figures to `sum`. */
export function createPriceList(sum: PriceSums, terms: PriceTerms): PriceList {
  const {pricesFrom = 0, charges = false} = terms;
  const worst = keepWorst(pricesFrom + pageSize);
  const sales = toSalesTerms(terms.store, terms.settings.pricing, terms.shipping ?? null);
  const convertRrp = createRrpConverter(terms.settings.pricing, terms.store.currency);
  const charging: ChargeTerms | null = charges ? {...terms, pricing: terms.settings.pricing, sales} : null;
  const zone = charging === null ? null : zoneWithHighestFee(terms.zones);
  if (zone !== null) sum.carry = {zone, losing: 0};
  let added = 0;
  return {
    add(priced) {
      added += 1;
      const change = countPrice(sum, priced, {...terms, sales, convertRrp});
      worst.add(change);
      // No markup changes a price of the merchant's own.
      if (charging !== null && !change.own) countCharge(sum, priced, charging);
    },
    close() {
      sum.prices = worst.kept().slice(pricesFrom);
      const next = pricesFrom + sum.prices.length;
      sum.pricesListed = Math.min(added, maxPriceListOffset + pageSize);
      sum.pricesNext = next < sum.pricesListed ? next : null;
    },
  };
}

/** Adds one product to the figures about prices, and returns its entry in the list. */
function countPrice(
  sum: PriceSums,
  {article, stock, ownPrice, sale, listing, writesPrice}: PricedProduct,
  terms: SoldTerms,
): PriceChange {
  const edited = merchantPriceOf(listing, terms);
  const own = edited !== null || ownPrice !== null;
  const written = listing?.written.price ?? null;
  const before = edited ?? (written === null ? null : parseMinor(written, terms.store.currency));
  const {cost} = sale;
  const after = edited ?? sale.price;
  if (writesPrice && before !== sale.price) sum.pricesChanged += 1;
  const costs = {price: cost, shipping: stock?.shipping ?? {}};
  const zones = zoneMarginsOf(after, costs, terms);
  const losing = zones.filter(({margin}) => margin !== null && margin < 0);
  if (losing.length > 0) sum.losing += 1;
  if (losing.length > 0 && own) sum.losingOwn += 1;
  for (const {zone} of losing) sum.losingByZone[zone] = (sum.losingByZone[zone] ?? 0) + 1;
  const rrp = terms.convertRrp(article.rrp);
  const aboveRrp = isAboveRrp(after, rrp);
  if (aboveRrp) sum.aboveRrp += 1;
  // What is not on sale now loses nothing yet.
  const now = listing?.state === 'active' ? before : null;
  const losesAlready =
    losing.length > 0 && now !== null && (worstLeft(now, terms.zones, costs, terms.sales)?.left ?? 0) < 0;
  if (losesAlready) sum.losingAlready += 1;
  if (aboveRrp && now !== null && isAboveRrp(now, rrp)) sum.aboveRrpAlready += 1;
  return {articleId: article.id, name: article.name, cost, before, after, own, aboveRrp, losesAlready, zones};
}

/**
 * The price in the store if the merchant set it, the lowest where variants differ. Null: the sync writes the price, or it is not known, for
 * example of a product that was found in the store. Then the calculated price counts.
 */
function merchantPriceOf(listing: PricedProduct['listing'], {settings, store: {currency}}: PriceTerms): number | null {
  if (listing === null || listing.productGid === null) return null;
  if (ownerOf('price', settings.owned, listing.ownedHere, listing.edits) === 'sync') return null;
  const edited = listing.edits.price?.live;
  const {price, currency: writtenIn = currency} = listing.written;
  const text = edited ?? (writtenIn === currency ? price : null);
  const prices = text?.split(', ').flatMap((one) => parseMinor(one, currency) ?? []) ?? [];
  return prices.length === 0 ? null : Math.min(...prices);
}

/** Adds one product to the figures about what must be charged. */
function countCharge(sum: PriceSums, {article, stock, sale: {cost}}: PricedProduct, terms: ChargeTerms): void {
  const {brand, category, rrp} = article;
  const charged = {brand, category, rrp, cost, shipping: stock?.shipping ?? {}, ownPrice: null};
  addLeastCharge(sum.charges, charged, terms);
  if (sum.carry !== null && losesMoneyWith(charged, {...terms.pricing, carryZone: sum.carry.zone}, terms)) {
    sum.carry.losing += 1;
  }
}

/** For each zone the supplier's fee and what is left of one piece, in the store's minor units; null: not known. */
function zoneMarginsOf(price: number, costs: Pick<StockReading, 'price' | 'shipping'>, {zones, sales}: SoldTerms) {
  return zones.map((zone) => ({
    zone,
    fee: toStoreCurrency(shippingFee(costs, zone), sales),
    margin: leftPerPiece(price, zone, costs, sales)?.left ?? null,
  }));
}

/** Collects the `most` worst prices; it stores up to twice as many before it drops the others. */
function keepWorst(most: number) {
  let kept: PriceChange[] = [];
  const trim = () => {
    kept = kept.toSorted(compareWorstFirst).slice(0, most);
  };
  return {
    add(price: PriceChange) {
      kept.push(price);
      if (kept.length >= 2 * most) trim();
    },
    kept() {
      trim();
      return kept;
    },
  };
}

/** Sorts by the lowest margin; of equal margins the larger change of the price comes first. */
const compareWorstFirst = (one: PriceChange, other: PriceChange): number =>
  lowestMarginOf(one) - lowestMarginOf(other) || priceChangeShare(other) - priceChangeShare(one);

/** The lowest margin over all zones; 0 if no zone's fees count. */
const lowestMarginOf = ({zones}: PriceChange): number =>
  Math.min(...zones.map(({margin}) => margin ?? 0), zones.length > 0 ? Number.POSITIVE_INFINITY : 0);

/** The change of a price as a share of the former price, always positive; 0: there was no price. */
const priceChangeShare = ({before, after}: PriceChange): number =>
  before === null || before === 0 ? 0 : Math.abs(after - before) / before;
