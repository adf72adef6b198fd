// Setting own prices of articles: a preview that writes nothing, and the change itself.
import {z} from 'zod';
import {ArticleId} from '#domain/ids.ts';
import {ownPriceWarnings} from '#domain/pricing/own-prices/effect.ts';
import {LeftPerPiece} from '../articles.ts';
import {OwnPrice} from './own-price.ts';

/** How many articles one request may name; the page sends more in parts. */
export const mostOwnPrices = 200;

/** POST /api/own-prices: without `previewId` it only shows what it would do. */
export const OwnPricesInput = z.strictObject({
  changes: z
    .array(
      z.strictObject({
        articleId: ArticleId,
        /** Null: the own price is taken back. */
        own: OwnPrice.nullable(),
      }),
      'Name the articles.',
    )
    .min(1, 'Name at least one article.')
    .max(mostOwnPrices, `Name at most ${mostOwnPrices} articles at once.`)
    .refine((all) => new Set(all.map(({articleId}) => articleId)).size === all.length, 'Name each article once.'),
  previewId: z.string().max(5_000).optional(),
  /** Whether an update of these articles starts at once, and not only the next one. */
  applyNow: z.boolean().default(false),
});
export type OwnPricesInput = z.input<typeof OwnPricesInput>;

const NullableAmount = z.number().nullable();

/** What it would do to an article, or did. Amounts in minor units of the store's currency. */
const OwnPriceEffect = z.object({
  articleId: z.string(),
  /** `unknown`: the shop has no such article. `same`: nothing to do. */
  state: z.enum(['changes', 'same', 'unknown']),
  name: z.string(),
  image: z.string().nullable(),
  /** The own price before; null: none. */
  saved: OwnPrice.nullable(),
  /** Euro cents. */
  cost: NullableAmount,
  /** The price in the store as far as known, else the one that a run would set before the change; null: neither. */
  before: NullableAmount,
  /** The price that a run would set after the change; null: `reason` says why there is none. */
  price: NullableAmount,
  reason: z.string().nullable(),
  rrp: NullableAmount,
  /** What is left of one piece at `price` in the worst zone that the store sells to; null: not known. */
  left: LeftPerPiece.nullable(),
  warnings: z.array(z.enum(ownPriceWarnings)),
});
export type OwnPriceEffect = z.infer<typeof OwnPriceEffect>;

export const OwnPrices = z.object({
  /** Names this preview when it is confirmed; null: it was carried out. */
  previewId: z.string().nullable(),
  /** The update that writes the prices now; null: the next one does. */
  runId: z.string().nullable(),
  /** How many articles were changed. */
  saved: z.number(),
  currency: z.string(),
  /** One for each article, in the sequence they were named. */
  effects: z.array(OwnPriceEffect),
});
export type OwnPrices = z.infer<typeof OwnPrices>;
