// What travels through the queues: names and payloads. Ids only, never personal data; unknown fields are refused.
import {z} from 'zod';
import {RunId, ShopDomain} from '#domain/ids.ts';

export const Messages = {
  /** One pass over the catalogue for one shop. */
  sync: z.strictObject({
    shop: ShopDomain,
    runId: RunId.optional(),
    /** What a run of that kind does: see jobs/sync-catalogue. */
    kind: z.enum(['full', 'daytime', 'preview', 'selected', 'delete', 'edits']),
    trigger: z.enum(['merchant', 'schedule', 'catch_up', 'connected']),
  }),
  /** One turn of a shop at its webhook inbox: what to do is in the database, so that no shop's backlog is before another's. */
  deliveries: z.strictObject({shop: ShopDomain}),
  /** One turn of a shop at its dropship orders that are due. */
  dropship: z.strictObject({shop: ShopDomain}),
  /** One turn of a shop at what is to be written to its store about orders. */
  'store-writeback': z.strictObject({shop: ShopDomain}),
  /** A chore that asks a store, or deletes much: one shop's, or all shops' where none is named. */
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
  /** What the clock calls, short; with a shop where the task is one shop's. */
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
 * Names of queues in older versions. What waits there is never run: all of it is derived from rows, and the sweeps enqueue it
 * again under the new name. It is deleted, since jobs name their shop.
 */
export const retiredQueues: readonly string[] = ['aftercare'];
