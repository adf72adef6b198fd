// The prices of a preview: those with the least left after the shipping fee first, how many lose money where, and what would have to be
// charged so that none does.
import type {Article, StockReading} from '#domain/catalogue/article.ts';
import {ownerOf} from '#domain/catalogue/owned-field.ts';
import type {ArticleId} from '#domain/ids.ts';
import {dearestZone, lastPriceFrom} from '#domain/margins/least-price.ts';
import {rateTo, toStoreCurrency} from '#domain/margins/margin.ts';
import {netOf, toProductMargins} from '#domain/margins/product-margin.ts';
import {parseMinor} from '#domain/money.ts';
import type {ZoneCode} from '#domain/orders/zone.ts';
import {addLeastCharge, type ChargeTerms, type LeastCharges, losesWith} from '#domain/pricing/least-charge.ts';
import type {PriceStore} from '#domain/pricing/price.ts';
import type {Settings} from '#domain/settings/settings.ts';
import type {StoredListing} from '../db/listings/listings.ts';

export type PriceChange = {
  readonly articleId: ArticleId;
  readonly name: string;
  /** Euro cents. */
  readonly cost: number;
  /** Minor units of the store's currency; null: not in the store yet, or not known. */
  readonly before: number | null;
  readonly after: number;
  /**
   * The margin in per cent of the price without tax. For a calculated price, it is the value that rules and the floor use: a shipping fee
   * that the price carries counts as a cost. For the merchant's own price, no fee is counted.
   */
  readonly marginPercent: number;
  /** The price is the merchant's: no run changes it, so `before` and `after` are what the store shows. */
  readonly own: boolean;
  /** Margin of one piece after the fee, in each zone the store sells to; minor units of the store's currency. */
  readonly zones: readonly {readonly zone: ZoneCode; readonly fee: number | null; readonly margin: number | null}[];
};

type Sum = {
  pricesChanged: number;
  prices: readonly PriceChange[];
  pricesNext: number | null;
  pricesListed: number;
  losing: number;
  losingOwn: number;
  losingByZone: Partial<Record<ZoneCode, number>>;
  readonly charges: LeastCharges;
  carry: {readonly zone: ZoneCode; losing: number} | null;
};

type Priced = {
  readonly article: Pick<Article, 'id' | 'name' | 'brand' | 'category' | 'rrp'>;
  readonly stock: StockReading | null;
  /** Cost in euro cents, price in the store's minor units. */
  readonly sale: {readonly cost: number; readonly price: number; readonly marginPercent: number};
  readonly listing: Pick<StoredListing, 'productGid' | 'ownedHere' | 'edits' | 'written'> | null;
  /** Whether the run writes the price of an existing product. */
  readonly writesPrice: boolean;
};

type Terms = {
  readonly settings: Settings;
  readonly store: PriceStore;
  readonly zones: readonly ZoneCode[];
  readonly pricesFrom?: number;
  readonly charges?: boolean;
};

export type PriceList = {
  /** Adds a product that is on sale after the run. */
  readonly add: (priced: Priced) => void;
  /** Writes the asked part of the list to the sum. */
  readonly close: () => void;
};

const pageSize = 20;

export function listPrices(sum: Sum, terms: Terms): PriceList {
  const {pricesFrom = 0, charges = false} = terms;
  const worst = keepFirst(pricesFrom + pageSize);
  const charging = charges ? chargeTerms(terms) : null;
  const zone = charging === null ? null : dearestZone(terms.zones);
  if (zone !== null) sum.carry = {zone, losing: 0};
  let added = 0;
  return {
    add(priced) {
      added += 1;
      const change = countPrice(sum, priced, terms);
      worst.add(change);
      // No markup changes a price of the merchant's own.
      if (charging !== null && !change.own) countCharge(sum, priced, charging);
    },
    close() {
      sum.prices = worst.kept().slice(pricesFrom);
      const next = pricesFrom + sum.prices.length;
      sum.pricesListed = Math.min(added, lastPriceFrom + pageSize);
      sum.pricesNext = next < sum.pricesListed ? next : null;
    },
  };
}

function countPrice(sum: Sum, {article, stock, sale, listing, writesPrice}: Priced, terms: Terms): PriceChange {
  const own = ownPrice(listing, terms);
  const written = listing?.written.price ?? null;
  const before = own ?? (written === null ? null : parseMinor(written, terms.store.currency));
  const {cost} = sale;
  const after = own ?? sale.price;
  if (writesPrice && before !== sale.price) sum.pricesChanged += 1;
  const zones = marginsOf(after, {price: cost, shipping: stock?.shipping ?? {}}, terms);
  const losing = zones.filter(({margin}) => margin !== null && margin < 0);
  if (losing.length > 0) sum.losing += 1;
  if (losing.length > 0 && own !== null) sum.losingOwn += 1;
  for (const {zone} of losing) sum.losingByZone[zone] = (sum.losingByZone[zone] ?? 0) + 1;
  const marginPercent = own === null ? sale.marginPercent : marginPercentOf(own, cost, terms);
  return {articleId: article.id, name: article.name, cost, before, after, marginPercent, own: own !== null, zones};
}

/**
 * The price in the store where it is the merchant's, the lowest where variants differ. Null: the sync writes it, or it is not known, for
 * example of a product that was found in the store. Then the calculated price counts.
 */
function ownPrice(listing: Priced['listing'], {settings, store: {currency}}: Terms): number | null {
  if (listing === null || listing.productGid === null) return null;
  if (ownerOf('price', settings.owned, listing.ownedHere, listing.edits) === 'sync') return null;
  const edited = listing.edits.price?.live;
  const {price, currency: writtenIn = currency} = listing.written;
  const text = edited ?? (writtenIn === currency ? price : null);
  const prices = text?.split(', ').flatMap((one) => parseMinor(one, currency) ?? []) ?? [];
  return prices.length === 0 ? null : Math.min(...prices);
}

/** Two decimals, rounded down; before the shipping fee. 0 where the tax or the exchange rate is not known, or the price is 0. */
function marginPercentOf(price: number, cost: number, terms: Terms): number {
  const sales = salesTerms(terms);
  const [net, costs] = [netOf(price, sales), toStoreCurrency(cost, sales)];
  return net === null || costs === null || net === 0 ? 0 : Math.floor((10_000 * (net - costs)) / net) / 100;
}

function countCharge(sum: Sum, {article, stock, sale: {cost}}: Priced, terms: ChargeTerms): void {
  const {brand, category, rrp} = article;
  const charged = {brand, category, rrp, cost, shipping: stock?.shipping ?? {}};
  addLeastCharge(sum.charges, charged, terms);
  if (sum.carry !== null && losesWith(charged, {...terms.pricing, carryZone: sum.carry.zone}, terms)) {
    sum.carry.losing += 1;
  }
}

const chargeTerms = ({settings, store, zones}: Terms): ChargeTerms => ({
  pricing: settings.pricing,
  store,
  zones,
  sales: salesTerms({settings, store}),
});

const salesTerms = ({settings, store}: Pick<Terms, 'settings' | 'store'>) => ({
  ...rateTo(store.currency, settings),
  vatPercent: settings.pricing.vatPercent,
  taxesIncluded: store.taxesIncluded,
});

function marginsOf(price: number, stock: Pick<StockReading, 'price' | 'shipping'>, terms: Terms): PriceChange['zones'] {
  return toProductMargins(price, stock, salesTerms(terms), terms.zones).map(({zone, fee, one}) => ({
    zone,
    fee,
    margin: one,
  }));
}

/** Keeps this many of the worst prices; twice as many are kept before the others are dropped. */
function keepFirst(most: number) {
  let kept: PriceChange[] = [];
  const trim = () => {
    kept = kept.toSorted(worstFirst).slice(0, most);
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

const worstFirst = (one: PriceChange, other: PriceChange): number =>
  lowest(one) - lowest(other) || one.marginPercent - other.marginPercent || moved(other) - moved(one);

/** 0 if no zone's fees count. */
const lowest = ({zones}: PriceChange): number =>
  Math.min(...zones.map(({margin}) => margin ?? 0), zones.length > 0 ? Number.POSITIVE_INFINITY : 0);

/** The change of a price as a share of the former price. */
const moved = ({before, after}: PriceChange): number =>
  before === null || before === 0 ? 0 : Math.abs(after - before) / before;
