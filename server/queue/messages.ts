// What travels through the queues: names and payloads. Ids only, never personal data; unknown fields are refused.
import {z} from 'zod';
import {DropshipOrderId, RunId, ShopDomain} from '#domain/ids.ts';

export const Messages = {
  /** One pass over the catalogue for one shop. */
  sync: z.strictObject({
    shop: ShopDomain,
    runId: RunId.optional(),
    /** What a run of that kind does: see the story of each in jobs/sync-catalogue. */
    kind: z.enum(['full', 'daytime', 'preview', 'few', 'delete', 'edits']),
    trigger: z.enum(['merchant', 'schedule', 'catch_up', 'connected']),
  }),
  /** One row of the webhook inbox. */
  deliveries: z.strictObject({deliveryId: z.int().positive()}),
  /** One dropship order to be placed. */
  dropship: z.strictObject({shop: ShopDomain, dropshipOrderId: DropshipOrderId}),
  /** What the clock calls; with a shop where the task is one shop's. */
  upkeep: z.strictObject({
    task: z.enum([
      'assert-schedules',
      'catch-up',
      'keep-tokens-alive',
      'purge-deliveries',
      'purge-history',
      'read-edits',
      'read-images',
      'recheck-open',
      'recompute-choice',
      'reconcile-orders',
      'sweep-deliveries',
      'sweep-placing',
    ]),
    shop: ShopDomain.optional(),
  }),
} as const;

export type QueueName = keyof typeof Messages;
export type Message<N extends QueueName> = z.infer<(typeof Messages)[N]>;

export const queueNames: readonly QueueName[] = ['sync', 'deliveries', 'dropship', 'upkeep'];
