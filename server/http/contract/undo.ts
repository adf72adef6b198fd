// The undo of a run: its preview and its request.
import {z} from 'zod';

const FieldOfArticle = z.object({articleId: z.string(), name: z.string(), field: z.string()});

/**
 * GET /api/runs/:id/undo: what an undo would set back, as far as known without asking the store. The undo itself reads each product again.
 */
export const UndoPreview = z.object({
  /** Why the run cannot be undone; null: it can. */
  refusal: z.string().nullable(),
  /** Products with at least one field that is set back. */
  products: z.number(),
  /** For each field that is set back, how many products; the highest number first. */
  fields: z.array(z.object({field: z.string(), count: z.number()})),
  /** The first values that are set back. */
  sample: z.array(FieldOfArticle.extend({from: z.string().nullable(), to: z.string().nullable()})),
  /** What stays as it is, by reason, the most first: how many fields, and the first of them. */
  stays: z.array(z.object({reason: z.string(), count: z.number(), sample: z.array(FieldOfArticle)})),
  /** Warnings about products whose status is set back, each with the number of products it is about. */
  warnings: z.array(z.object({text: z.string(), count: z.number()})),
  /** Products that lose money on one piece at the price the undo leaves them at, in a zone the store sells to; and the first of them. */
  losing: z.object({
    count: z.number(),
    /** Products for which this is not known: their cost, the tax in prices or the exchange rate is missing. */
    notKnown: z.number(),
    currency: z.string().nullable(),
    /** `price` after the undo; `least`: what must be charged. Minor units of the currency. */
    sample: z.array(z.object({articleId: z.string(), name: z.string(), price: z.number(), least: z.number()})),
  }),
  /** Whether another run is queued or running: the undo waits for its end. */
  waits: z.boolean(),
  /** Names this preview when the undo is asked for. */
  previewId: z.string(),
});
export type UndoPreview = z.infer<typeof UndoPreview>;

/** POST /api/runs/:id/undo answers the undo, which is a run of its own. While an undo of the run is open, it answers that undo. */
export const UndoInput = z.object({
  previewId: z.string({error: 'Look at what the undo sets back first.'}).max(1_000),
});
