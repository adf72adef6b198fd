// Decisions that wait for the merchant: brakes, costs that moved too far, articles no run could import, failed images.
import {z} from 'zod';
import {ArticleId} from '#domain/ids.ts';
import {Run} from './runs.ts';

/** See `Brake.kind`. */
export const brakeKinds = ['retire', 'cost', 'variants', 'hold'] as const;

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
  /** The first of its articles. */
  sample: z.array(z.object({articleId: z.string(), name: z.string()})),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
});
export type Brake = z.infer<typeof Brake>;

/** POST /api/brakes/:id/{release,discard}. */
export const BrakeDecided = z.object({brake: Brake, run: Run.nullable()});
export type BrakeDecided = z.infer<typeof BrakeDecided>;

export const WaitingCost = z.object({
  articleId: z.string(),
  name: z.string(),
  /** Euro cents: the cost of the last pricing, and the supplier's cost now; in a brake on costs the one that is decided on. */
  from: z.number().nullable(),
  to: z.number().nullable(),
});
export type WaitingCost = z.infer<typeof WaitingCost>;

/** GET /api/brakes/:id/articles?cursor=…, 50 a page: the articles that wait for the brake, each with its costs. */
export const BrakeArticles = z.object({articles: z.array(WaitingCost), nextCursor: z.string().nullable()});
export type BrakeArticles = z.infer<typeof BrakeArticles>;

/** GET /api/approvals?cursor=…: brakes that wait, costs of single articles (50 a page), and counts of other decisions. */
export const Approvals = z.object({
  brakes: z.array(Brake),
  costs: z.array(WaitingCost),
  nextCursor: z.string().nullable(),
  /** Drafts by reason. */
  held: z.array(z.object({code: z.string(), count: z.number()})),
  quarantined: z.number(),
  failedImages: z.number(),
  /** Chosen articles whose defined options are not used, because the supplier states its own. */
  overruledOptions: z.number(),
});
export type Approvals = z.infer<typeof Approvals>;

/** GET /api/quarantine?cursor=…, by article, 50 a page. */
export const Quarantine = z.object({
  entries: z.array(
    z.object({
      articleId: z.string(),
      name: z.string(),
      reason: z.string(),
      failures: z.number(),
      /** Failed so often with the same input that only new input or the merchant restarts it. */
      resting: z.boolean(),
      runId: z.string(),
      since: z.iso.datetime(),
    }),
  ),
  nextCursor: z.string().nullable(),
  total: z.number(),
});
export type Quarantine = z.infer<typeof Quarantine>;

/** GET /api/images/failed: the first 100. */
export const FailedImages = z.object({
  images: z.array(z.object({articleId: z.string(), url: z.string(), reason: z.string().nullable()})),
});
export type FailedImages = z.infer<typeof FailedImages>;

const mostAtOnce = 50;

/** POST /api/approvals/costs: approves each cost on its own, if it is still the cost that the merchant saw. */
export const ApproveCostsInput = z.strictObject({
  costs: z
    .array(z.strictObject({articleId: ArticleId, cost: z.int('Name the cost in cents.').min(1)}))
    .min(1, 'Choose at least one product.')
    .max(mostAtOnce, `Choose at most ${mostAtOnce} products.`),
});

/** One result per article, in the sequence given; `error` null: approved. `run` sets the prices; null: nothing approved, or no keys. */
export const CostsApproved = z.object({
  results: z.array(z.object({articleId: z.string(), error: z.string().nullable()})),
  run: Run.nullable(),
});
export type CostsApproved = z.infer<typeof CostsApproved>;

/** POST /api/quarantine/retry answers the run that tries them again, in the form of `Asked`. */
export const RetryInput = z.strictObject({
  articleIds: z
    .array(ArticleId)
    .min(1, 'Choose at least one article.')
    .max(mostAtOnce, `Choose at most ${mostAtOnce} articles.`),
});
