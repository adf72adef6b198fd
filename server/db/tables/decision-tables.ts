// What the merchant says about single articles: which product of the store an article is, and which colours and sizes it has. And what
// becomes of all products when the merchant stops using the app.
import type {ColumnType, Generated} from 'kysely';
import type {DepartureChoice, DepartureFailure} from '#domain/departure/plan-departure.ts';
import type {ArticleId, ProductGid, RunId, ShopDomain} from '#domain/ids.ts';
import type {Json, Time, TimeOrNull} from './column-types.ts';

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

/** A merchant who stops using the app. While there is a row, no run works in the shop but the one that carries it out. */
export type DeparturesTable = {
  shop: ShopDomain;
  products: DepartureChoice;
  /** Who asked. */
  actor: string;
  asked_at: Time;
  /** The run that carries it out. */
  run_id: RunId;
  /** The products of all articles up to this one are done; empty: none yet. */
  after_article: Generated<string>;
  /** When the store was compared at the end; null: not yet. */
  compared_at: TimeOrNull;
  /** Products that were made drafts, archived and deleted so far. */
  drafted: Generated<number>;
  archived: Generated<number>;
  deleted: Generated<number>;
  /** Products that were on sale when the store was compared. */
  on_sale: Generated<number>;
  /** Products that were not as the merchant chose when the store was compared: how many, and the first of them. */
  failed: Generated<number>;
  failures: ColumnType<readonly DepartureFailure[], string | undefined, string>;
  /** When the merchant stopped it; null: not stopped. */
  stopped_at: TimeOrNull;
};
