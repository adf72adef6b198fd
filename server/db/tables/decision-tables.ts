// What the merchant says about single articles: which product of the store an article is, and which colours and sizes it has.
import type {ColumnType} from 'kysely';
import type {ArticleId, ProductGid, ShopDomain} from '#domain/ids.ts';
import type {Json, Time} from './column-types.ts';

/** Colours and sizes the merchant defined where `a=stock` states none; no row: nothing is defined. */
export type ArticleOptionsTable = {
  shop: ShopDomain;
  article_id: ArticleId;
  colours: Json<readonly string[]>;
  sizes: Json<readonly string[]>;
  defined_at: Time;
};

/** A price that the merchant set for one article: either an amount or a markup. */
export type OwnPricesTable = {
  shop: ShopDomain;
  article_id: ArticleId;
  /** What the shopper sees, in minor units of `currency`; null: a markup. */
  amount: number | null;
  currency: string | null;
  /** Hundredths of a per cent of the cost; null: an amount. */
  markup_basis: number | null;
  set_at: Time;
};

/** A product of the store that may be the article already, found before the first creation. */
export type ProductMatchesTable = {
  shop: ShopDomain;
  article_id: ArticleId;
  product_gid: ProductGid;
  title: string;
  /** By what the product was found: an equal SKU, or a tag that names the article. */
  found_by: 'sku' | 'tag';
  /** The merchant's decision: same: the merchant's product becomes the article's; other: a new product is made. Null: undecided. */
  decision: ColumnType<'same' | 'other' | null, 'same' | 'other' | null | undefined, 'same' | 'other' | null>;
  found_at: Time;
};
