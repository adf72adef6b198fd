// Set-up: the trial with a few articles, and what became of them.
import {z} from 'zod';
import {optionNames} from '#domain/options/defined-options.ts';
import {listingStates} from './articles.ts';
import {Run} from './runs.ts';

/**
 * GET /api/set-up/trial: the newest trial and its articles. POST /api/set-up/trial answers a `Run` instead: the open trial, or a new
 * one.
 */
export const Trial = z.object({
  /** The newest trial that is still stored; null: there was none, or it was deleted with the old history. */
  run: Run.nullable(),
  articles: z.array(
    z.object({
      articleId: z.string(),
      name: z.string(),
      brand: z.string(),
      picture: z.string().nullable(),
      /** State of its product; null: no run has come to it yet. */
      state: z.enum(listingStates).nullable(),
      /** Why the product is not on sale as the settings say. */
      reason: z.string().nullable(),
      productGid: z.string().nullable(),
      /** Minor units of the store's currency. */
      price: z.number().nullable(),
      /** Euro cents. */
      cost: z.number().nullable(),
      /** Options that neither supplier nor merchant gave words for, so an order may ask for them; empty before `a=stock` was read. */
      lacks: z.array(z.enum(optionNames)),
    }),
  ),
});
export type Trial = z.infer<typeof Trial>;

/** In the overview: which steps the merchant has taken. */
export const SetUp = z.object({
  /** Whether the prices were saved once, changed or not. */
  pricesSaved: z.boolean(),
  /** Whether the merchant has asked for everything that is chosen. Before that, no run of the schedule creates a product. */
  everythingAsked: z.boolean(),
  /** Whether the merchant has closed the note that set-up is done. */
  closed: z.boolean(),
  /** The newest trial. */
  trial: Run.nullable(),
});
export type SetUp = z.infer<typeof SetUp>;

/** POST /api/set-up/close; refused before everything was asked for. */
export const SetUpClosed = z.object({closed: z.literal(true)});
export type SetUpClosed = z.infer<typeof SetUpClosed>;
