// What the supplier says about one article, typed. Raw answers become these in server/supplier/schema.
import type {ArticleId} from '#domain/ids.ts';

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
  /** Free text; for the merchant's eyes, never split into variants. */
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
  readonly url: string;
  /** ISO 8601; null on catalogue lines that predate the field. */
  readonly addedAt: string | null;
};

/** One entry of `a=list`: the article can be bought singly. `price` in cents where the entry states one. */
export type ListedArticle = {readonly id: ArticleId; readonly price: number | null};

/** What `a=stock` answers. Empty colours or sizes: the listing does not state them, not that none exist. */
export type StockReading = {
  readonly price: number;
  readonly colours: readonly string[];
  readonly sizes: readonly string[];
  /** Three zones are returned; which three is the supplier's affair. Fees in cents. */
  readonly shipping: Readonly<Record<string, {readonly label: string; readonly fee: number; readonly transit: string}>>;
};
