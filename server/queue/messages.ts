// The messages in the queues: names and payloads. A payload names a shop, a run or a task, never a buyer; unknown fields are refused.
import {z} from 'zod';
import {RunId, ShopDomain} from '#domain/ids.ts';

export const Messages = {
  /** One run of one shop. */
  sync: z.strictObject({
    shop: ShopDomain,
    runId: RunId.optional(),
    /** The kind of run; see `passes` in jobs/sync-catalogue.ts. */
    kind: z.enum(['full', 'daytime', 'preview', 'selected', 'delete', 'edits', 'undo', 'trial']),
    trigger: z.enum(['merchant', 'schedule', 'catch_up', 'connected']),
  }),
  /** One batch of a shop's webhook deliveries. The backlog stays in the database, so other shops wait for a batch, not for a backlog. */
  deliveries: z.strictObject({shop: ShopDomain}),
  /** One batch of a shop's due dropship orders. */
  dropship: z.strictObject({shop: ShopDomain}),
  /** One batch of a shop's pending writes about orders to its store. */
  'store-writeback': z.strictObject({shop: ShopDomain}),
  /** A task that calls a store, or deletes much: for the named shop, or for all shops. */
  chores: z.strictObject({
    task: z.enum([
      'ask-stopped',
      'keep-tokens-alive',
      'purge-history',
      'read-edits',
      'read-images',
      'reconcile-orders',
      'reconcile-week',
      'retention',
    ]),
    shop: ShopDomain.optional(),
  }),
  /** A short task, scheduled or enqueued by a route; with a shop if it is about one shop. */
  upkeep: z.strictObject({
    task: z.enum([
      'ask-stopped',
      'assert-schedules',
      'catch-up',
      'check-secrets',
      'forget-jobs',
      'keep-tokens-alive',
      'purge-deliveries',
      'purge-history',
      'read-edits',
      'read-images',
      'recheck-open',
      'recompute-choice',
      'reconcile-orders',
      'reconcile-week',
      'retention',
      'reseal',
      'sweep-store-writeback',
      'sweep-deliveries',
      'sweep-placing',
    ]),
    shop: ShopDomain.optional(),
  }),
} as const;

export type QueueName = keyof typeof Messages;
export type Message<N extends QueueName> = z.infer<(typeof Messages)[N]>;

export const queueNames: readonly QueueName[] = [
  'sync',
  'deliveries',
  'dropship',
  'store-writeback',
  'chores',
  'upkeep',
];

/**
 * Names of queues in older versions. This version does not run their waiting jobs: the sweeps derive that work from rows again, under the
 * new name. The queues are deleted, since jobs name their shop.
 */
export const retiredQueues: readonly string[] = ['aftercare'];
