// The shop's articles in pages, and actions on many at once.

import {z} from 'zod';
import {draftCodes} from '#domain/catalogue/off-sale/draft.ts';
import {listingReasonCodes} from '#domain/catalogue/off-sale/listing-reason.ts';
import {ArticleId} from '#domain/ids.ts';
import {Run} from './runs.ts';

const yesNo = z
  .enum(['true', 'false'], {error: 'Say true or false.'})
  .transform((word) => word === 'true')
  .optional();

export const listingStates = ['active', 'held', 'retired', 'deleted_in_store'] as const;
const Hand = z.enum(['picked', 'left_out'], {error: 'Say picked or left_out.'});

export const articleSorts = ['name', 'margin_low', 'margin_high'] as const;

/**
 * GET /api/articles?…; by margin, those without a price come last. Each `search` term must begin some part of id, SKU, brand, name or
 * category.
 */
export const ArticlesQuery = z.object({
  search: z.string().max(200, 'Search for at most 200 characters.').default(''),
  brand: z.string().min(1).max(500).optional(),
  category: z.string().min(1).max(500).optional(),
  chosen: yesNo,
  hand: Hand.optional(),
  listed: yesNo,
  /** none: no product in the store yet. */
  state: z.enum([...listingStates, 'none'], {error: 'There is no such state.'}).optional(),
  held: z.enum(draftCodes, {error: 'There is no such reason.'}).optional(),
  quarantined: yesNo,
  edited: yesNo,
  hasImage: yesNo,
  onRequest: yesNo,
  sort: z.enum(articleSorts, {error: 'There is no such order.'}).default('name'),
  cursor: z.string().max(5_000).optional(),
  limit: z.coerce.number('Say how many.').int().min(1, 'Ask for 1 to 200.').max(200, 'Ask for 1 to 200.').default(50),
});

export const ArticleRow = z.object({
  id: z.string(),
  name: z.string(),
  brand: z.string(),
  category: z.string(),
  sku: z.string().nullable(),
  image: z.string().nullable(),
  listed: z.boolean(),
  chosen: z.boolean(),
  /** The deciding rule's id, or 'hand'. */
  chosenBy: z.string().nullable(),
  hand: Hand.nullable(),
  onRequest: z.boolean(),
  /** Euro cents. */
  cost: z.number().nullable(),
  /** State of its product; null: no product yet. */
  state: z.enum(listingStates).nullable(),
  /** Null if there is none, or if this release does not know the code. */
  reasonCode: z.enum(listingReasonCodes).nullable(),
  reason: z.string().nullable(),
  productGid: z.string().nullable(),
  /** Its price in the store, as far as known: the merchant's own where it was found, else the one of the last run; minor units. */
  price: z.number().nullable(),
  /** Without a price in the store: the one a run would set with the saved settings; null if they make none. */
  expectedPrice: z.number().nullable(),
  /** Of either price without tax, after the cost and before shipping fees, in per cent; null: not known. */
  marginPercent: z.number().nullable(),
  /** Why no run could import it. */
  quarantine: z.string().nullable(),
  edited: z.boolean(),
});
export type ArticleRow = z.infer<typeof ArticleRow>;

/** Only the first page has `total`. */
export const Articles = z.object({
  articles: z.array(ArticleRow),
  nextCursor: z.string().nullable(),
  total: z.number().nullable(),
});
export type Articles = z.infer<typeof Articles>;

const ArticleIds = z
  .array(ArticleId)
  .min(1, 'Name at least one article.')
  .max(500, 'Name at most 500 articles at once.');

/** PUT /api/articles/hand; null returns them to the rules. The next run applies it. */
export const ManualChoicesInput = z.object({articleIds: ArticleIds, hand: Hand.nullable()});
/** PUT /api/articles/:id/hand; answers the article. */
export const HandInput = ManualChoicesInput.omit({articleIds: true});
export const ManualChoices = z.object({changed: z.number()});
export type ManualChoices = z.infer<typeof ManualChoices>;

/** POST /api/articles/delete: a run deletes their products from the store permanently. Answers `Asked`. */
export const DeleteInput = z.object({
  articleIds: ArticleIds,
  confirm: z.literal('delete', {error: 'Deleting products cannot be undone: confirm with the word "delete".'}),
});

/** The run that does the requested work; null: nothing is left to do, or a supplier key is missing or refused. */
export const Asked = z.object({run: Run.nullable()});
export type Asked = z.infer<typeof Asked>;
