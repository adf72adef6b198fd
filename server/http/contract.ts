// The HTTP API between the embedded page and the server: every request and answer, once, for both sides.
// All routes are below /api, carry a session token, and speak of the token's shop only. Money is integer minor units.

import {z} from 'zod';
import {dropshipStates} from '#domain/orders/dropship-state.ts';

export * from './contract/dropship-orders.ts';
export * from './contract/order-money.ts';
export * from './contract/order-moves.ts';
export * from './contract/order-settings.ts';

/** Every refusal has this form; `message` is a sentence for the merchant, `field` names the input it is about. */
export const ApiError = z.object({
  error: z.object({code: z.string(), message: z.string(), field: z.string().optional()}),
});
export type ApiError = z.infer<typeof ApiError>;

const KeyState = z.object({
  state: z.enum(['absent', 'accepted', 'rejected']),
  last4: z.string().nullable(),
});

/** GET /api/connection; also the answer of PUT and DELETE /api/connection/{catalogue-key,dropship-key}. */
export const Connection = z.object({
  catalogue: KeyState.extend({partner: z.string().nullable()}),
  dropship: KeyState,
  /** Where a key is asked for; null where the operator has not stated it. */
  supportEmail: z.string().nullable(),
});
export type Connection = z.infer<typeof Connection>;

/** PUT /api/connection/catalogue-key and …/dropship-key. A key is never refused for its form. */
export const KeyInput = z.object({
  key: z.string('Enter the key.').trim().min(1, 'Enter the key.').max(1000, 'This is too long for a key.'),
});

/** Half a character pair and the zero byte are what no database can keep. */
const Name = z
  .string()
  .min(1)
  .max(500)
  .refine((name) => name.isWellFormed() && !name.includes('\0'));

export const Choice = z.object({
  brands: z.array(Name).max(5000),
  categories: z.array(Name).max(5000),
});

/** GET and PUT /api/settings. */
export const SettingsForm = z.object({
  choice: Choice,
  /** Per cent on cost, e.g. 60 sells at 1.6 times cost before tax. */
  markupPercent: z
    .number('Enter a number.')
    .min(0, 'A markup below 0 would sell below cost.')
    .max(1000, 'Enter at most 1000 %.'),
  /** Value added tax contained in the store's prices, per cent; null while the merchant has not said. */
  vatPercent: z.number('Enter a number.').min(0, 'VAT is 0 % or more.').max(50, 'Enter at most 50 %.').nullable(),
  newProducts: z.enum(['draft', 'active']),
  /** Local time of the nightly run, HH:MM, 03:30 or later. */
  nightlyAt: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time like 04:00.'),
  sendingPaused: z.boolean(),
  sendTestOrders: z.boolean(),
});
export type SettingsForm = z.infer<typeof SettingsForm>;

/** GET /api/choices: what the last walk found, for choosing from. */
export const Choices = z.object({
  brands: z.array(z.object({name: z.string(), articles: z.number()})),
  categories: z.array(z.object({name: z.string(), articles: z.number()})),
});
export type Choices = z.infer<typeof Choices>;

export const Run = z.object({
  id: z.string(),
  kind: z.enum(['full', 'daytime']),
  trigger: z.enum(['merchant', 'schedule', 'catch_up', 'connected']),
  state: z.enum(['queued', 'running', 'done', 'partial', 'failed', 'stopped']),
  reason: z.string().nullable(),
  counts: z.object({
    articles: z.number(),
    listed: z.number(),
    chosen: z.number(),
    created: z.number(),
    updated: z.number(),
    unchanged: z.number(),
    held: z.number(),
    retired: z.number(),
    restored: z.number(),
    quarantined: z.number(),
    writes: z.number(),
  }),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type Run = z.infer<typeof Run>;

/** GET /api/runs (newest first); POST /api/runs starts one and answers it; GET /api/runs/:id. */
export const Runs = z.object({runs: z.array(Run)});
export type Runs = z.infer<typeof Runs>;

/** GET /api/overview */
export const Overview = z.object({
  shop: z.string(),
  currency: z.string().nullable(),
  taxesIncluded: z.boolean().nullable(),
  needsReauth: z.boolean(),
  connection: Connection,
  chosen: z.boolean(),
  listings: z.object({active: z.number(), held: z.number(), retired: z.number(), quarantined: z.number()}),
  lastRun: Run.nullable(),
  /** Dropship orders by state; states without any are left out. */
  orders: z.partialRecord(z.enum(dropshipStates), z.number()),
  oldestUnpaidAt: z.iso.datetime().nullable(),
  webhooks: z.object({
    /** Orders come in, but only by the app's own looking: webhooks do not arrive. */
    silent: z.boolean(),
    /** Lines that only the reconciliation found since the last webhook of an order. */
    foundByReconciliation: z.number(),
    lastWebhookAt: z.iso.datetime().nullable(),
    reconciledAt: z.iso.datetime().nullable(),
  }),
});
export type Overview = z.infer<typeof Overview>;
