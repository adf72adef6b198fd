// Decisions that wait for the merchant: brakes, costs that moved too far, articles no run could import, failed images.
import {z} from 'zod';
import {ArticleId} from '#domain/ids.ts';
import {Run} from './runs.ts';

/** The kinds of a brake, by what waits: `retire` and `hold` take products off sale, `cost` changes prices, `variants` removes variants. */
export const brakeKinds = ['retire', 'cost', 'variants', 'hold'] as const;

/** A mass change of a run that waits for the merchant's decision, or was decided. */
export const Brake = z.object({
  id: z.string(),
  runId: z.string(),
  /**
   * retire: products that would have been taken off sale; cost: supplier costs that moved together; variants: products that would
   * have lost colours or sizes; hold: products that would have become drafts although the supplier lists them.
   */
  kind: z.enum(brakeKinds),
  state: z.enum(['held', 'released', 'discarded']),
  reason: z.string(),
  articles: z.number(),
  /** The first articles of the brake, at most ten. */
  sample: z.array(z.object({articleId: z.string(), name: z.string()})),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
});
export type Brake = z.infer<typeof Brake>;

/** How many articles one request may release. */
const mostReleased = 1_000;

/** POST /api/brakes/:id/release. `articleIds`: only these are released, and the others of the brake wait on; left out: all are. */
export const ReleaseInput = z.strictObject({
  articleIds: z
    .array(ArticleId)
    .min(1, 'Choose at least one product.')
    .max(mostReleased, `Choose at most ${mostReleased.toLocaleString('en')} products at once.`)
    .optional(),
});

/**
 * Answer of POST /api/brakes/:id/{release,discard}. `run` imports the articles of a released brake; null: discarded, already decided, or
 * a supplier key is missing or refused.
 */
export const BrakeDecided = z.object({brake: Brake, run: Run.nullable()});
export type BrakeDecided = z.infer<typeof BrakeDecided>;

/** An article with its cost: one whose changed cost waits for the merchant, or one that waits for a brake. */
export const WaitingCost = z.object({
  articleId: z.string(),
  name: z.string(),
  /**
   * Euro cents. `from`: the cost of the last pricing. `to`: the supplier's cost now; in a brake on costs, the cost that its decision is
   * about.
   */
  from: z.number().nullable(),
  to: z.number().nullable(),
});
export type WaitingCost = z.infer<typeof WaitingCost>;

/** An article that waits for a brake, with its costs and with what its release would do. */
const BrakedArticle = WaitingCost.extend({
  /** The address of its first picture; null: it has none. */
  image: z.string().nullable(),
  /** Why its product would go off sale, as a sentence; null: it would not, or that is not known now. */
  offSale: z.string().nullable(),
  /** Minor units of the store's currency: its price now, and with the new cost. Null: it would not change, or is not known now. */
  price: z.object({from: z.number().nullable(), to: z.number()}).nullable(),
  /** The variants that it would lose, such as "Blue, M". */
  loses: z.array(z.string()),
});

/** GET /api/brakes/:id/articles?cursor=…, 50 a page: the articles that wait for the brake. `currency`: null: not read yet. */
export const BrakeArticles = z.object({
  articles: z.array(BrakedArticle),
  currency: z.string().nullable(),
  nextCursor: z.string().nullable(),
});
export type BrakeArticles = z.infer<typeof BrakeArticles>;

/** GET /api/approvals?cursor=…: brakes that wait, costs of single articles (50 a page), and counts of other decisions. */
export const Approvals = z.object({
  brakes: z.array(Brake),
  costs: z.array(WaitingCost),
  nextCursor: z.string().nullable(),
  /** The number of drafts by reason code. */
  held: z.array(z.object({code: z.string(), count: z.number()})),
  quarantined: z.number(),
  failedImages: z.number(),
  /** Chosen articles whose defined options are not used, because the supplier states its own. */
  overruledOptions: z.number(),
});
export type Approvals = z.infer<typeof Approvals>;

/** GET /api/quarantine?cursor=…: the quarantined articles, sorted by id, 50 a page. */
export const Quarantine = z.object({
  entries: z.array(
    z.object({
      articleId: z.string(),
      name: z.string(),
      reason: z.string(),
      failures: z.number(),
      /** True: it failed so often with the same input that only new input or the merchant makes a run try it again. */
      resting: z.boolean(),
      runId: z.string(),
      since: z.iso.datetime(),
    }),
  ),
  nextCursor: z.string().nullable(),
  total: z.number(),
});
export type Quarantine = z.infer<typeof Quarantine>;

/** GET /api/images/failed: the first 100 images that Shopify could not take. */
export const FailedImages = z.object({
  images: z.array(z.object({articleId: z.string(), name: z.string(), url: z.string(), reason: z.string().nullable()})),
});
export type FailedImages = z.infer<typeof FailedImages>;

/** How many costs or articles one request may name. */
const mostAtOnce = 50;

/** POST /api/approvals/costs: approves each cost on its own, if it is still the cost that the merchant saw. */
export const ApproveCostsInput = z.strictObject({
  costs: z
    .array(z.strictObject({articleId: ArticleId, cost: z.int('Name the cost in cents.').min(1)}))
    .min(1, 'Choose at least one product.')
    .max(mostAtOnce, `Choose at most ${mostAtOnce} products.`),
});

/**
 * Answer of POST /api/approvals/costs: one result per article, in the sequence given; `error` null: approved. `run` sets the prices;
 * null: nothing was approved, or a supplier key is missing or refused.
 */
export const CostsApproved = z.object({
  results: z.array(z.object({articleId: z.string(), error: z.string().nullable()})),
  run: Run.nullable(),
});
export type CostsApproved = z.infer<typeof CostsApproved>;

/** POST /api/quarantine/retry: the quarantined articles to try again. Answers the run that tries them, in the form of `Asked`. */
export const RetryInput = z.strictObject({
  articleIds: z
    .array(ArticleId)
    .min(1, 'Choose at least one article.')
    .max(mostAtOnce, `Choose at most ${mostAtOnce} articles.`),
});
