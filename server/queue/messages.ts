// The messages in the queues: names and payloads. A payload names a shop, a run or a task, never a buyer; unknown fields are refused.
import {z} from 'zod';
import {RunId, ShopDomain} from '#domain/ids.ts';
import {runKinds} from '#domain/runs/early-ends.ts';

/** The names of all tasks; jobs/schedule/tasks.ts states what each does, and when. */
const taskNames = [
  'answer-requests',
  'follow-refunds',
  'ask-stopped',
  'assert-schedules',
  'catch-up',
  'check-secrets',
  'forget-jobs',
  'keep-service',
  'keep-shipping',
  'keep-tokens-alive',
  'purge-deliveries',
  'purge-history',
  'read-edits',
  'read-images',
  'read-stayed',
  'recheck-open',
  'reconcile-orders',
  'reconcile-week',
  'retention',
  'send-mails',
  'reseal',
  'sweep-store-writeback',
  'sweep-deliveries',
  'sweep-placing',
] as const;
export type TaskName = (typeof taskNames)[number];

/** A task of one shop, or of all shops where `shop` is left out. */
const TaskMessage = z.strictObject({task: z.enum(taskNames), shop: ShopDomain.optional()});

/** The schema of a payload, by queue. */
export const Messages = {
  /** One run of one shop. */
  sync: z.strictObject({
    shop: ShopDomain,
    runId: RunId.optional(),
    /** The kind of run; see `workByKind` in jobs/sync-catalogue.ts. */
    kind: z.enum(runKinds),
    /**
     * What asked for the run: the merchant, the schedule, the task that makes up for missed nights, or a supplier key that was just
     * entered.
     */
    trigger: z.enum(['merchant', 'schedule', 'catch_up', 'connected']),
  }),
  /** One batch of a shop's webhook deliveries. The backlog stays in the database, so other shops wait for a batch, not for a backlog. */
  deliveries: z.strictObject({shop: ShopDomain}),
  /** One batch of a shop's due dropship orders. */
  dropship: z.strictObject({shop: ShopDomain}),
  /** One batch of a shop's pending writes about orders to its store. */
  'store-writeback': z.strictObject({shop: ShopDomain}),
  /** A task about one shop that calls the store, or deletes much. It has its own queue, so that a hanging store delays no short task. */
  chores: TaskMessage,
  /** A short task, scheduled or enqueued by a route. A task about all shops enqueues a chore for each of them. */
  upkeep: TaskMessage,
} as const;

/** The names of the queues. */
export type QueueName = keyof typeof Messages;
/** The payload of a job in queue `N`. */
export type Message<N extends QueueName> = z.infer<(typeof Messages)[N]>;

/** All queues. */
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
export const retiredQueueNames: readonly string[] = ['aftercare'];
