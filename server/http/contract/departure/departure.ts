// What becomes of products, shipping profile and fulfilment service when the merchant stops using the app.
import {z} from 'zod';
import {departureChoices, departurePhases} from '#domain/departure/plan-departure.ts';

const TakenBack = z.object({
  /** `on`: not asked to end; `stuck`: it could not be taken back. */
  state: z.enum(['off', 'on', 'working', 'stuck']),
  /** Why it could not, as a sentence; null: nothing to say. */
  said: z.string().nullable(),
});
export type TakenBack = z.infer<typeof TakenBack>;

const Placed = z.object({onSale: z.number(), offSale: z.number()});

/** GET /api/departure, and the answer of every request about it. */
export const Departure = z.object({
  /** Null: the merchant goes on using the app. */
  departure: z
    .object({
      products: z.enum(departureChoices),
      phase: z.enum(departurePhases),
      askedAt: z.iso.datetime(),
      /** The run that changes the products. */
      runId: z.string(),
      /** Why that run ended early, as a sentence; null: it did not. */
      runReason: z.string().nullable(),
      /** What the run does now; null: it does not run. */
      runStep: z.string().nullable(),
      /** Products that are done, of all. */
      progress: z.object({done: z.number(), total: z.number()}),
      drafted: z.number(),
      archived: z.number(),
      deleted: z.number(),
      /** Of the deleted ones, those that the next update makes again after a start again, where they may be sold; and how many as drafts. */
      toMakeAgain: z.object({products: z.number(), drafts: z.number()}),
      /** Products on sale when the store was compared; null: it was not compared yet. */
      onSale: z.number().nullable(),
      /** Products that are not as chosen: how many, and the first of them. */
      failed: z.number(),
      failures: z.array(z.object({productGid: z.string(), title: z.string(), reason: z.string()})),
    })
    .nullable(),
  /** The products as far as the app knows: those that it made, and those that were in the store before (or perhaps were). */
  products: z.object({
    made: Placed,
    adopted: Placed,
    drafts: z.number(),
    archived: z.number(),
    /** Deleted in Shopify. */
    gone: z.number(),
  }),
  /** Dropship orders: not sent yet; sent and unpaid; paid and not shipped yet. */
  orders: z.object({unsent: z.number(), unpaid: z.number(), unshipped: z.number()}),
  profile: TakenBack,
  service: TakenBack,
  /** Whether an update goes on, which is stopped first. */
  isUpdating: z.boolean(),
});
export type Departure = z.infer<typeof Departure>;

/** POST /api/departure. `word`: only to delete, what the merchant typed (`deletionWord`). POST …/again, …/stop and …/end have no body. */
export const DepartureInput = z.strictObject({
  products: z.enum(departureChoices),
  word: z.string().max(100).optional(),
});
export type DepartureInput = z.infer<typeof DepartureInput>;
