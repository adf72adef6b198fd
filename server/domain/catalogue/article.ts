// What the supplier says about one article, typed. server/supplier parses raw answers into these types.
import type {ArticleId} from '#domain/ids.ts';

/**
 * Minor units. A supplier's amount above this, or below its negative, counts as unreadable: no piece of fashion costs more than
 * 1,000,000.00 EUR.
 */
export const highestAmount = 100_000_000;

export type Pricing = 'fixed' | 'sale' | 'on_request';

/** Prices are integer minor units of `currency`, which the interface document says is always EUR. */
export type Article = {
  readonly id: ArticleId;
  readonly sku: string;
  readonly brand: string;
  readonly name: string;
  readonly category: string;
  readonly description: string;
  readonly unit: string;
  readonly moq: number;
  /** Free text for the merchant. It becomes variants only if the merchant saves sizes proposed from it. */
  readonly sizes: string;
  readonly colours: readonly string[];
  readonly currency: string;
  readonly pricing: Pricing;
  readonly tiers: readonly {readonly minQty: number; readonly price: number}[];
  readonly priceFrom: number | null;
  readonly listPrice: number | null;
  readonly rrp: number | null;
  readonly origin: string;
  readonly seller: string;
  readonly images: readonly string[];
  /** Images that were left out, and why; absent if there are none. */
  readonly droppedImages?: readonly DroppedImage[];
  readonly url: string;
  /** ISO 8601; null if it cannot be read, or on catalogue lines that predate the field. */
  readonly addedAt: string | null;
};

/** `url` is shortened, and empty if there is none to show; `reason` is a sentence for the merchant. */
export type DroppedImage = {readonly url: string; readonly reason: string};

/** One entry of `a=list`: the article can be bought singly. `price` in euro cents; null if the entry states no readable one. */
export type ListedArticle = {readonly id: ArticleId; readonly price: number | null};

/** What `a=stock` answers. Empty colours or sizes: the listing does not state them, not that none exist. */
export type StockReading = {
  /** Euro cents. 0 if no readable price is stated; nothing is sold at 0 or less. */
  readonly price: number;
  readonly colours: readonly string[];
  readonly sizes: readonly string[];
  /** By zone code, fees in euro cents: three zones that the supplier decides on, without those that cannot be read. */
  readonly shipping: Readonly<Record<string, {readonly label: string; readonly fee: number; readonly transit: string}>>;
};

/** Euro cents; null if no usable price is stated. */
export const statedPrice = ({price}: Pick<StockReading, 'price'>): number | null =>
  Number.isSafeInteger(price) && price > 0 ? price : null;
