// The shop's articles in pages, and actions on many at once.

import {z} from 'zod';
import {draftCodes} from '#domain/catalogue/off-sale/draft.ts';
import {listingReasonCodes} from '#domain/catalogue/off-sale/listing-reason.ts';
import {ArticleId} from '#domain/ids.ts';
import {shippingCountedWords} from '#domain/margins/shipping-counted.ts';
import {optionNames} from '#domain/options/defined-options.ts';
import {zoneCodes} from '#domain/orders/zone.ts';
import {noSuchSort} from './error.ts';
import {OwnPrice} from './products/own-price.ts';
import {Run} from './runs.ts';

/** A query parameter with the text `true` or `false`, read as a boolean; may be left out. */
const TrueOrFalse = z
  .enum(['true', 'false'], {error: 'Say true or false.'})
  .transform((word) => word === 'true')
  .optional();

/**
 * States of a listing. active: runs keep the product up to date; held: a draft, because the article may not be sold now; retired: taken
 * off sale, because the article is no longer listed or chosen; deleted_in_store: the product was deleted in Shopify.
 */
export const listingStates = ['active', 'held', 'retired', 'deleted_in_store'] as const;
/** The merchant's choice for an article by hand. */
const Hand = z.enum(['picked', 'left_out'], {error: 'Say picked or left_out.'});

/** Sort orders of the article list: by name, or by what is left of one piece, the lowest or the highest first. */
export const articleSorts = ['name', 'margin_low', 'margin_high'] as const;

/**
 * What is left of one piece in a zone: `left` in minor units of the store's currency, `marginPercent` of the amount charged without tax.
 * A percentage of null: nothing is charged.
 */
export const LeftPerPiece = z.object({
  zone: z.enum(zoneCodes),
  left: z.number(),
  marginPercent: z.number().nullable(),
});
export type LeftPerPiece = z.infer<typeof LeftPerPiece>;

/**
 * The query of GET /api/articles. Sorted by margin, articles without a price come last. Each `search` term must begin some part of id, SKU,
 * brand, name or category.
 */
export const ArticlesQuery = z.object({
  search: z.string().max(200, 'Search for at most 200 characters.').default(''),
  brand: z.string().min(1).max(500).optional(),
  category: z.string().min(1).max(500).optional(),
  chosen: TrueOrFalse,
  hand: Hand.optional(),
  listed: TrueOrFalse,
  /** none: no product in the store yet. */
  state: z.enum([...listingStates, 'none'], {error: 'There is no such state.'}).optional(),
  held: z.enum(draftCodes, {error: 'There is no such reason.'}).optional(),
  quarantined: TrueOrFalse,
  edited: TrueOrFalse,
  /** Articles whose product has a field that is still as an undo set it back. */
  setBack: TrueOrFalse,
  /** Articles whose product is a draft that the app made at first or by an undo. */
  ownDraft: TrueOrFalse,
  /** Articles whose price the merchant set on its page, in Products or by a list. */
  ownPrice: TrueOrFalse,
  hasImage: TrueOrFalse,
  onRequest: TrueOrFalse,
  /** Chosen articles about whose colour or size an order would ask. */
  unanswered: z.enum(optionNames, {error: 'Say colours or sizes.'}).optional(),
  sort: z.enum(articleSorts, noSuchSort).default('name'),
  cursor: z.string().max(5_000).optional(),
  limit: z.coerce.number('Say how many.').int().min(1, 'Ask for 1 to 200.').max(200, 'Ask for 1 to 200.').default(50),
});

/** An article as a row of the article list. */
export const ArticleRow = z.object({
  id: z.string(),
  name: z.string(),
  brand: z.string(),
  category: z.string(),
  sku: z.string().nullable(),
  image: z.string().nullable(),
  listed: z.boolean(),
  chosen: z.boolean(),
  /** The id of the rule that decided whether the article is chosen, or 'hand'. */
  chosenBy: z.string().nullable(),
  hand: Hand.nullable(),
  onRequest: z.boolean(),
  /** Euro cents. */
  cost: z.number().nullable(),
  /** State of its product; null: no product yet. */
  state: z.enum(listingStates).nullable(),
  /** Null if there is no reason, or if this release does not know the code. */
  reasonCode: z.enum(listingReasonCodes).nullable(),
  reason: z.string().nullable(),
  productGid: z.string().nullable(),
  /** Its price in the store, as far as known: the merchant's own where it was found, else the one of the last run; minor units. */
  price: z.number().nullable(),
  /** The price a run would set with the saved settings, for an article without a price in the store; null if none can be calculated. */
  expectedPrice: z.number().nullable(),
  /** What is left of one piece at `price`, or else at `expectedPrice`, in the worst zone that the store sells to; null: not known. */
  left: LeftPerPiece.nullable(),
  /** Why no run could import it. */
  quarantine: z.string().nullable(),
  edited: z.boolean(),
  /** Its product is a draft that the app made at first or by an undo. */
  isOwnDraft: z.boolean().default(false),
  /** The price that the merchant set for the article here; null: none. */
  ownPrice: OwnPrice.nullable().default(null),
  /** Whether `price`, or else `expectedPrice`, is what the own price makes. It is not before the next update, nor while an edit keeps another. */
  isOwnPriceShown: z.boolean().default(false),
  /** What the own price makes of `price` at the next update; null: nothing else than `price`, or no update writes it. */
  ownPriceNext: z.number().nullable().default(null),
  /** What is left of one piece at `ownPriceNext`, in the zone where it is least; null: there is no such price, or it is not known. */
  leftNext: LeftPerPiece.nullable().default(null),
  /**
   * In an answer to `unanswered`: what the catalogue says about the option, and the words that it proposes; null: no such answer. A
   * proposal that is not sure can mean two things.
   */
  proposal: z
    .object({text: z.string(), words: z.array(z.string()), isSure: z.boolean()})
    .nullable()
    .default(null),
});
export type ArticleRow = z.infer<typeof ArticleRow>;

/** One page of articles; only the first page has `total`. */
export const Articles = z.object({
  articles: z.array(ArticleRow),
  nextCursor: z.string().nullable(),
  total: z.number().nullable(),
  /** Whether `left` contains what the store charges for shipping. */
  shipping: z.enum(shippingCountedWords),
});
export type Articles = z.infer<typeof Articles>;

/** The article ids that one request may name: 1 to 500. */
export const ArticleIds = z
  .array(ArticleId)
  .min(1, 'Name at least one article.')
  .max(500, 'Name at most 500 articles at once.');

/** PUT /api/articles/hand: picks articles or leaves them out by hand; null returns them to the rules. The next run applies it. */
export const ManualChoicesInput = z.object({articleIds: ArticleIds, hand: Hand.nullable()});
/** PUT /api/articles/:id/hand: picks one article or leaves it out by hand; null returns it to the rules. Answers `ArticleDetail`. */
export const HandInput = ManualChoicesInput.omit({articleIds: true});
/** Answer of PUT /api/articles/hand: how many of the named articles exist; those that had this choice already count too. */
export const ManualChoices = z.object({changed: z.number()});
export type ManualChoices = z.infer<typeof ManualChoices>;

/** How many products one request may change at once in the store, as many as a page of the list shows. */
export const mostAtOnce = 50;
const SeveralArticles = z.strictObject({
  articleIds: ArticleIds.max(mostAtOnce, `Name at most ${mostAtOnce} articles at once.`).refine(
    (ids) => new Set(ids).size === ids.length,
    'Name each article once.',
  ),
});

/** POST /api/articles/off-sale: leaves the articles out by hand and takes their products off sale at once. */
export const SeveralOffSaleInput = SeveralArticles;
/** One result for each article, in the sequence they were named. */
export const SeveralOffSale = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      /** Whether the store shows nothing of it on sale; false: the decision is stored, and the next run takes it off sale. */
      isOffSale: z.boolean(),
      /** What became of it and what to do, as sentences. */
      text: z.string(),
    }),
  ),
});
export type SeveralOffSale = z.infer<typeof SeveralOffSale>;

/** POST /api/articles/give-back: gives back every field that the merchant edited on these products. */
export const GiveBackInput = SeveralArticles;
/** One result for each article, in the sequence they were named, and the run that writes the fields. */
export const SeveralGivenBack = z.object({
  /** `fields`: how many of its fields were given back; 0: none was edited. */
  results: z.array(z.object({id: z.string(), fields: z.number()})),
  run: Run.nullable(),
});
export type SeveralGivenBack = z.infer<typeof SeveralGivenBack>;

/** POST /api/articles/publish: a run puts the drafts that the app made on sale; `all`: every one of the shop. */
export const PublishInput = z.strictObject({articleIds: z.union([SeveralArticles.shape.articleIds, z.literal('all')])});
/** `asked`: how many drafts are to be published now; others are on sale, the merchant's, or were asked for before. Run null: the next one. */
export const Published = z.object({asked: z.number(), run: Run.nullable()});
export type Published = z.infer<typeof Published>;

/** POST /api/articles/delete: a run deletes their products from the store permanently. Answers `Asked`. */
export const DeleteInput = z.object({
  articleIds: ArticleIds,
  confirm: z.literal('delete', {error: 'Deleting products cannot be undone: confirm with the word "delete".'}),
});

/**
 * Answer of POST /api/articles/set-back/give-back: of how many products the fields that are still as an undo set them back are given back
 * now, so that the next run writes them. `isAll` false: more may be left, so ask again.
 */
export const GivenBack = z.object({products: z.number(), isAll: z.boolean()});
export type GivenBack = z.infer<typeof GivenBack>;

/** The answer of requests that start a run. Null: nothing is left to do, or a supplier key is missing or refused. */
export const Asked = z.object({run: Run.nullable()});
export type Asked = z.infer<typeof Asked>;
