// Summary of the shop.
import {z} from 'zod';
import {dropshipStates} from '#domain/orders/dropship-state.ts';
import {Connection} from './connection.ts';
import {Run} from './runs.ts';

/** GET /api/overview */
export const Overview = z.object({
  shop: z.string(),
  currency: z.string().nullable(),
  taxesIncluded: z.boolean().nullable(),
  needsReauth: z.boolean(),
  /** Set while the app is installed but sending and runs are stopped: since when, and why. */
  stopped: z
    .object({
      since: z.iso.datetime(),
      /** The store is frozen or locked at Shopify, or Shopify sent an uninstall webhook and has not answered since. */
      reason: z.enum(['frozen', 'locked', 'no_answer']),
    })
    .nullable(),
  connection: Connection,
  /** Some stored settings cannot be read: nothing is sent and no product changes until they are saved again. */
  settingsUnreadable: z.boolean(),
  chosen: z.boolean(),
  listings: z.object({active: z.number(), held: z.number(), retired: z.number(), quarantined: z.number()}),
  lastRun: Run.nullable(),
  /** Dropship orders by state; states without any are left out. */
  orders: z.partialRecord(z.enum(dropshipStates), z.number()),
  /** Orders to pay, of those that await payment: without those a flag says not to pay, seen or not. */
  toPay: z.number(),
  /** When the oldest of them was placed. */
  oldestUnpaidAt: z.iso.datetime().nullable(),
  /** Dropship orders with an unseen flag. */
  flagged: z.number(),
  webhooks: z.object({
    /** Webhooks do not arrive: new orders are found only by reconciliation. */
    silent: z.boolean(),
    /** Lines that only the reconciliation found since the last webhook of an order. */
    foundByReconciliation: z.number(),
    lastWebhookAt: z.iso.datetime().nullable(),
    reconciledAt: z.iso.datetime().nullable(),
    /** Webhooks of the last thirty days that failed for good, and the last of them. */
    failed: z.number(),
    lastFailure: z
      .object({
        topic: z.string(),
        /** The order or product the webhook named, if any. */
        resource: z.string().nullable(),
        reason: z.string().nullable(),
        at: z.iso.datetime(),
      })
      .nullable(),
  }),
});
export type Overview = z.infer<typeof Overview>;
