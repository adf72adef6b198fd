// The five figures that Shopify asks of the fulfilment service, and the orders that put one at risk.
import {z} from 'zod';
import {figureKinds, warningKinds} from '#domain/fulfilment-service/service-figures.ts';

/** GET /api/fulfilment-service/figures. */
export const ServiceFigures = z.object({
  /** The first day that is counted, in the store's calendar. */
  since: z.iso.date(),
  /** Fulfilment orders requested since then, and whether they are enough for Shopify to count the figures. */
  orders: z.number(),
  isCounted: z.boolean(),
  /** From how many fulfilment orders on Shopify counts. */
  countedFrom: z.number(),
  figures: z.array(
    z.object({
      kind: z.enum(figureKinds),
      /** How many were done as asked, of how many. */
      met: z.number(),
      of: z.number(),
      /** In percent. */
      goal: z.number(),
      /** Whether the goal is reached; null: nothing counts yet. */
      isMet: z.boolean().nullable(),
    }),
  ),
  /** Kinds with orders only; of each the oldest orders. */
  warnings: z.array(
    z.object({
      kind: z.enum(warningKinds),
      total: z.number(),
      orders: z.array(
        z.object({
          since: z.iso.datetime(),
          orderGid: z.string(),
          /** The order's name in the store; null: it has no line of ours. */
          orderName: z.string().nullable(),
          /** The dropship order to look at; null: there is none. */
          dropshipOrderId: z.string().nullable(),
        }),
      ),
    }),
  ),
});
export type ServiceFigures = z.infer<typeof ServiceFigures>;
