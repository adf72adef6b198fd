// The types of the supplier's data about one article. server/supplier parses raw answers into them.
import type {ArticleId} from '#domain/ids.ts';

/**
 * Minor units. A supplier's amount above this, or below its negative, counts as unreadable: no piece of fashion costs more than
 * 1,000,000.00 EUR.
 */
export const highestAmount = 100_000_000;

/** How the supplier prices an article. `on_request`: the stated price is only indicative. */
export type PricingKind = 'fixed' | 'sale' | 'on_request';

/** Prices are integer minor units of `currency`, which the interface document says is always EUR. */
export type Article = {
  readonly id: ArticleId;
  readonly sku: string;
  readonly brand: string;
  readonly name: string;
  readonly category: string;
  readonly description: string;
  /** What one piece of the article is sold as, such as a pair or a pack. */
  readonly unit: string;
  /** Minimum order quantity. */
  readonly moq: number;
  /** Free text for the merchant. It becomes variants only if the merchant saves sizes proposed from it. */
  readonly sizes: string;
  /** The colours that the catalogue names; what is sold follows `a=stock` instead. */
  readonly colours: readonly string[];
  readonly currency: string;
  readonly pricing: PricingKind;
  /** The price per piece from each minimum quantity on. */
  readonly tiers: readonly {readonly minQty: number; readonly price: number}[];
  /** The supplier's `price_from`; null: not stated. */
  readonly priceFrom: number | null;
  /** The supplier's `list_price`; null: not stated. */
  readonly listPrice: number | null;
  /** Recommended retail price, tax included. */
  readonly rrp: number | null;
  /** The country or region of origin as the seller declares it; empty: not stated. */
  readonly origin: string;
  /** Who sells the article at the supplier. Shoppers never see it. */
  readonly seller: string;
  /** The addresses of the images that are used, without duplicates. */
  readonly images: readonly string[];
  /** Image addresses that are not used, with the reason of each; absent if all are used. */
  readonly droppedImages?: readonly DroppedImage[];
  /** The article's page at the supplier, for the merchant; empty: none. */
  readonly url: string;
  /** ISO 8601; null if it cannot be read, or on catalogue lines that predate the field. */
  readonly addedAt: string | null;
};

/** An image address that is not used. `url` is shortened, and empty if none can be shown; `reason` is a sentence for the merchant. */
export type DroppedImage = {readonly url: string; readonly reason: string};

/** One entry of `a=list`: an article that can be bought singly. `price` is in euro cents; null if the entry states no readable price. */
export type ListedArticle = {readonly id: ArticleId; readonly price: number | null};

/** The supplier's answer to `a=stock`. Empty colours or sizes mean that the supplier states none, not that none exist. */
export type StockReading = {
  /** Euro cents; 0 if the supplier states no readable price. Nothing is sold at 0 or less. */
  readonly price: number;
  readonly colours: readonly string[];
  readonly sizes: readonly string[];
  /** Shipping by zone code, fees in euro cents. The supplier chooses which zones it states; unreadable ones are left out. */
  readonly shipping: Readonly<Record<string, {readonly label: string; readonly fee: number; readonly transit: string}>>;
};

/** The price of a reading in euro cents; null if it has no usable price. */
export const statedPrice = ({price}: Pick<StockReading, 'price'>): number | null =>
  Number.isSafeInteger(price) && price > 0 ? price : null;
